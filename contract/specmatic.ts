import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { SLUG, type TestedService } from './service.ts';
import { dependency, runTool } from './tool.ts';

const JSON_TYPE = 'application/json';
/** Milliseconds. */
const WITHIN = 1_800_000;
/** Cursors cannot be made up, and a tester that makes them up is refused, as it should be. */
const OPAQUE = new Set(['cursor', 'after']);

/**
 * Records with patterns that allow any ending. To break a pattern, specmatic puts `_` behind a text that matches; these then match still, and
 * the request is accepted, as it should be. It also reads `\u00a1` in a pattern as six characters. The tests of the service break them.
 */
const ANY_ENDING = ['DataSourceInput', 'ContextItemInput'];

interface Parameter {
  readonly name: string;
  readonly in: string;
  schema: object;
}
interface Operation {
  parameters?: Parameter[];
  readonly requestBody?: { readonly content: Record<string, { schema: object; example?: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}
interface Property {
  pattern?: string;
  readonly maxLength?: number;
  enum?: readonly string[];
}
interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: Record<string, Property> }> };
}

/** Tests made from the description by specmatic: of what it allows, and of what it does not. @param combinations most requests made of one operation */
export async function specmatic(service: TestedService, description: unknown, combinations: number): Promise<Outcome> {
  const spec = await testable(service, structuredClone(description) as Description);
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
      findings: 'specmatic needs Java 17 or later on PATH: install it',
    };
  }
  const jar = dependency('specmatic/specmatic.jar');
  const { code, output } = await runTool(
    'java',
    ['-Xmx1g', '-jar', jar, 'test', '--testBaseURL', service.url, '--config', 'specmatic.json', 'tested.json'],
    {
      cwd: service.folder,
      within: WITHIN,
      // The key goes by the name of the security scheme.
      env: { apiKey: service.key, MAX_TEST_REQUEST_COMBINATIONS: String(combinations) },
    },
  );
  const totals = /Tests run: (\d+), Successes: (\d+), Failures: (\d+), WIP: \d+, Errors: (\d+)/.exec(output);
  const [run = 0, passed = 0, failures = 0, errors = 0] = (totals ?? []).slice(1).map(Number);
  const failed = run === 0 ? 1 : failures + errors;
  const findings = failed === 0 ? '' : [...failuresOf(output), output.slice(-1_000), `exit code ${code}`].join('\n');
  return { name: `specmatic, up to ${combinations} requests of one kind`, passed, failed, findings };
}

/** The description with ids that are there in its paths, each of an object of its own, so that no test takes another's away. */
async function testable(service: TestedService, description: Description): Promise<Description> {
  const project = `/api/v1/projects/${SLUG}`;
  const created = async (path: string, body: object) =>
    ((await service.ask('POST', project + path, body)) as { id: string }).id;
  const make: Record<string, () => Promise<string>> = {
    slug: async () => SLUG,
    itemId: () => created('/context', { title: 'T' }),
    sourceId: () => created('/data-sources', { installationId: 1, owner: 'o', repo: 'r', branch: 'b', category: 'c' }),
    logId: () => created('/logs', { status: 200, method: 'GET', url: '/x', timestamp: '2026-03-01T10:00:00Z' }),
  };
  for (const methods of Object.values(description.paths)) {
    for (const operation of Object.values(methods)) {
      operation.parameters = operation.parameters?.filter((each) => !OPAQUE.has(each.name)) ?? [];
      for (const parameter of operation.parameters) {
        if (parameter.in !== 'path') continue;
        const id = await make[parameter.name]?.();
        if (id === undefined) throw new Error(`specmatic.ts does not know how to make a ${parameter.name}`);
        parameter.schema = { type: 'string', enum: [id] };
      }
      // What is text to a schema is lines of JSON, or YAML: a text that is not is refused, as it should be.
      for (const [type, content] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type !== JSON_TYPE) content.schema = { type: 'string', enum: [content.example] };
      }
      // It is given back as it was sent, which here is JSON.
      for (const { content = {} } of Object.values(operation.responses)) {
        for (const type of Object.keys(content)) if (type !== JSON_TYPE) delete content[type];
      }
    }
  }
  for (const name of ANY_ENDING) {
    for (const property of Object.values(description.components.schemas[name]?.properties ?? {}))
      delete property.pattern;
  }
  const { repo, siteUrl } = description.components.schemas.DataSourceInput?.properties ?? {};
  // Another repository in every request, because one is connected once. Of full length, so that `_` behind it breaks a rule.
  if (repo) repo.pattern = `^[a-z]{${repo.maxLength}}$`;
  // No pattern describes all that a URL parser refuses. `_` behind a port breaks the rule.
  if (siteUrl) siteUrl.enum = ['https://docs.example.com:8443'];
  if (description.paths['/api/v1/projects/{slug}/api-description']) {
    await service.ask('PUT', `${project}/api-description`, {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'Pets' } } } } },
    });
  }
  return description;
}

function failuresOf(output: string): string[] {
  const blocks = output.split('\n').flatMap((line, at, lines) => {
    return line.includes('FAILED"') ? [lines.slice(at, at + 14).join('\n')] : [];
  });
  return blocks.slice(0, 10);
}
