import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { resolveDependency, runTool } from './run-tool.ts';
import { type ServiceUnderTest, SLUG } from './start-service.ts';
import type { ToolOutcome } from './tool-outcome.ts';

const JSON_TYPE = 'application/json';
/** The time limit of the test run in milliseconds. */
const SPECMATIC_TIMEOUT_MS = 1_800_000;
/**
 * The query parameters for cursors. They are omitted from the tests because the service correctly rejects generated
 * cursors.
 */
const CURSOR_PARAMETERS = new Set(['cursor', 'after']);

/**
 * Schemas with patterns that allow any suffix. To violate a pattern, specmatic appends `_` to a matching text. The
 * result still matches these patterns, so the service correctly accepts the request. Specmatic also treats `\u00a1` in
 * a pattern as six characters. The tests of the service cover these patterns.
 */
const OPEN_ENDED_SCHEMAS = ['DataSourceInput', 'ContextItemInput'];

/** The values for query parameters whose rules a schema cannot describe. */
const QUERY_VALUES: Readonly<Record<string, string>> = {
  since: '-24h',
  until: '-1h',
  route: '/x',
  operationId: 'listPets',
};
const USER_WAIT_MS = 60_000;

interface Endpoints {
  readonly endpoints: readonly { readonly endpointId: string }[];
}
interface Users {
  readonly users: readonly { readonly id: string }[];
}
interface SpecParameter {
  readonly name: string;
  readonly in: string;
  schema: object;
}
interface SpecOperation {
  parameters?: SpecParameter[];
  readonly requestBody?: { readonly content: Record<string, { schema: object; example?: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}
interface SpecProperty {
  pattern?: string;
  readonly maxLength?: number;
  enum?: readonly string[];
}
interface SpecDocument {
  readonly paths: Record<string, Record<string, SpecOperation>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: Record<string, SpecProperty> }> };
}

/**
 * Runs tests that specmatic generates from the OpenAPI document, with valid and invalid requests.
 * @param combinations maximum number of requests per operation
 */
export async function runSpecmatic(
  service: ServiceUnderTest,
  description: unknown,
  combinations: number,
): Promise<ToolOutcome> {
  const spec = await replaceIds(service, structuredClone(description) as SpecDocument);
  writeFileSync(join(service.folder, 'tested.json'), JSON.stringify(spec));
  writeFileSync(
    join(service.folder, 'specmatic.json'),
    JSON.stringify({
      version: 2,
      contracts: [{ provides: ['tested.json'] }],
      test: { resiliencyTests: { enable: 'all' }, maxTestRequestCombinations: combinations },
    }),
  );
  if (spawnSync('java', ['-version']).error) {
    return {
      name: 'specmatic',
      passed: 0,
      failed: 1,
      findings: 'specmatic requires Java 17 or later on PATH: install it',
    };
  }
  const jar = resolveDependency('specmatic/specmatic.jar');
  const { code, output } = await runTool(
    'java',
    ['-Xmx1g', '-jar', jar, 'test', '--testBaseURL', service.url, '--config', 'specmatic.json', 'tested.json'],
    {
      cwd: service.folder,
      within: SPECMATIC_TIMEOUT_MS,
      // The environment variable for the API key has the name of the security scheme.
      env: { apiKey: service.key, MAX_TEST_REQUEST_COMBINATIONS: String(combinations) },
    },
  );
  const totals = /Tests run: (\d+), Successes: (\d+), Failures: (\d+), WIP: \d+, Errors: (\d+)/.exec(output);
  const [run = 0, passed = 0, failures = 0, errors = 0] = (totals ?? []).slice(1).map(Number);
  const failedCount = run === 0 ? 1 : failures + errors;
  const findings =
    failedCount === 0 ? '' : [...getFailures(output), output.slice(-1_000), `exit code ${code}`].join('\n');
  return { name: `specmatic, up to ${combinations} requests per kind`, passed, failed: failedCount, findings };
}

/**
 * Replaces the IDs in paths with the IDs of existing objects. Each operation uses its own object, so that the tests do not affect each
 * other.
 */
async function replaceIds(service: ServiceUnderTest, description: SpecDocument): Promise<SpecDocument> {
  const project = `/api/v1/projects/${SLUG}`;
  const createAndGetId = async (path: string, body: object) =>
    ((await service.sendRequest('POST', project + path, body)) as { id: string }).id;
  let count = 0;
  const log = (more: object = {}) =>
    createAndGetId('/logs', { status: 200, method: 'GET', url: '/x', timestamp: new Date().toISOString(), ...more });
  /**
   * Functions that create an object and return its ID, by the name of the path parameter. The argument is the path of
   * the operation.
   */
  const make: Record<string, (path: string) => Promise<string>> = {
    slug: async () => SLUG,
    itemId: () => createAndGetId('/context', { title: 'T' }),
    sourceId: () =>
      createAndGetId('/data-sources', { installationId: 1, owner: 'o', repo: 'r', branch: 'b', category: 'c' }),
    hintId: async () => {
      count += 1;
      const match = { status: 404, errorCode: `code_${count}` };
      return createAndGetId('/recovery/hints', { title: 'T', match, steps: [{ do: 'read', text: 'Read the docs' }] });
    },
    logId: () => log(),
    async endpointId() {
      await log();
      const { endpoints } = (await service.sendRequest('GET', `${project}/metrics/top-endpoints`)) as Endpoints;
      return endpoints[0]?.endpointId ?? '';
    },
    async userId(path) {
      count += 1;
      const groupEmail = `user${count}@example.com`;
      await log({ groupEmail });
      const id = await readUserId(service, `${project}/users?q=${groupEmail}`);
      if (path.endsWith('/erasure')) await service.sendRequest('DELETE', `${project}/users/${id}`);
      return id;
    },
  };
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const operation of Object.values(methods)) {
      operation.parameters = operation.parameters?.filter((each) => !CURSOR_PARAMETERS.has(each.name)) ?? [];
      for (const parameter of operation.parameters) {
        const value = QUERY_VALUES[parameter.name];
        if (parameter.in === 'query' && value !== undefined) parameter.schema = { type: 'string', enum: [value] };
        if (parameter.in !== 'path') continue;
        const id = await make[parameter.name]?.(path);
        if (id === undefined) throw new Error(`specmatic.ts cannot create a ${parameter.name}`);
        parameter.schema = { type: 'string', enum: [id] };
      }
      // A request body with a schema of type string is NDJSON or YAML. Only the example is sent, because the service
      // would correctly reject generated text.
      for (const [type, content] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type !== JSON_TYPE) content.schema = { type: 'string', enum: [content.example] };
      }
      // The service returns the document in the format in which it was sent. In these tests, the format is JSON.
      for (const { content = {} } of Object.values(operation.responses)) {
        for (const type of Object.keys(content)) if (type !== JSON_TYPE) delete content[type];
      }
    }
  }
  for (const name of OPEN_ENDED_SCHEMAS) {
    for (const property of Object.values(description.components.schemas[name]?.properties ?? {}))
      delete property.pattern;
  }
  const { repo, siteUrl } = description.components.schemas.DataSourceInput?.properties ?? {};
  // Every request has a different repository, because a repository can be connected only once. The name has the maximum length, so that
  // appending `_` violates a rule.
  if (repo) repo.pattern = `^[a-z]{${repo.maxLength}}$`;
  // No pattern describes every URL that a URL parser rejects. The example ends with a port, so that appending `_` makes the URL invalid.
  if (siteUrl) siteUrl.enum = ['https://docs.example.com:8443'];
  if (description.paths['/api/v1/projects/{slug}/api-description']) {
    await service.sendRequest('PUT', `${project}/api-description`, {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'Pets' } } } } },
    });
  }
  return description;
}

/** Waits until a user is listed, because the service updates the list of users only every few seconds. */
async function readUserId(service: ServiceUnderTest, path: string): Promise<string> {
  for (const deadline = Date.now() + USER_WAIT_MS; Date.now() < deadline; await setTimeout(200)) {
    const [user] = ((await service.sendRequest('GET', path)) as Users).users;
    if (user) return user.id;
  }
  throw new Error(`no user was listed within ${USER_WAIT_MS / 1_000} s: ${path}`);
}

function getFailures(output: string): string[] {
  const blocks = output.split('\n').flatMap((line, index, lines) => {
    return line.includes('FAILED"') ? [lines.slice(index, index + 14).join('\n')] : [];
  });
  return blocks.slice(0, 10);
}
