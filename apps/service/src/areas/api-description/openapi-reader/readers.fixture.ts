import { chunk } from '@context-sync/chunker';
import { call, openMcp } from '../../../testing/mcp.fixture.ts';
import { OWN_PROJECT, projectPath } from '../../../testing/service.fixture.ts';

/** The result of a reader of OpenAPI documents for one operation. All lists are sorted. */
export interface SeenOperation {
  /** Name such as `GET /pets`, or `POST newPet [webhook]`. */
  readonly name: string;
  readonly parameters: readonly string[];
  readonly statuses: readonly string[];
  readonly servers: readonly string[];
  readonly schemas: readonly string[];
}

/** All operations that a reader found, sorted by name, or the line number of the error. */
export type Seen = { readonly operations: readonly SeenOperation[]; readonly text: string } | { readonly line: number };

const listUnique = (values: Iterable<string>) => [...new Set(values)].sort();
const byName = (a: SeenOperation, b: SeenOperation) => (a.name < b.name ? -1 : 1);

/** Reads an OpenAPI document with the chunker, and parses the resulting context items. `components` are the names of the component schemas. */
export function readWithChunker(path: string, text: string, components: ReadonlySet<string>): Seen {
  const { items, skipped, warnings } = chunk({ path, text });
  if (skipped !== undefined) return { line: warnings[0]?.line ?? 0 };
  const operations = new Map<
    string,
    { parameters: string[]; statuses: string[]; servers: string[]; schemas: string[] }
  >();
  const apiServers: string[] = [];
  /**
   * The schemas that have a separate context item, each with the schemas that this item mentions. The items of operations mention only directly used
   * schemas.
   */
  const ownItems = new Map<string, Set<string>>();
  for (const { title, content } of items) {
    let name = getOperationName(title.split(' › ')[1] ?? '');
    let schema = getSchemaName(title.split(' › ')[1] ?? '', components);
    let list = '';
    for (const line of [`### ${title.split(' › ')[2] ?? ''}`, ...content.split('\n').slice(1)]) {
      const heading = /^## (.*)/.exec(line)?.[1];
      if (heading !== undefined) {
        const plainHeading = heading.replaceAll(/\\([^\w\s])/g, '$1');
        name = getOperationName(plainHeading);
        schema = getSchemaName(plainHeading, components);
      }
      if (schema !== undefined) {
        const named = ownItems.get(schema) ?? new Set();
        ownItems.set(schema, named);
        for (const code of listCodes(line)) if (components.has(code)) named.add(code);
      }
      if (/^(?:### |\*\*)/.test(line)) list = line.replace(/ \(continued\)$/, '');
      if (line === '') continue;
      const server = /^- <?([^\s>]+)>?/.exec(line)?.[1]?.replaceAll('`', '');
      if (list === '**Servers**' && server !== undefined) apiServers.push(server);
      if (name === undefined) continue;
      const operation = operations.get(name) ?? { parameters: [], statuses: [], servers: [], schemas: [] };
      operations.set(name, operation);
      const [, parameter, place] = /^\| `(.+?)` \| (\w+) \|/.exec(line) ?? [];
      if (parameter !== undefined) operation.parameters.push(`${place} ${parameter}`);
      const status = /^### Response `?(\w+)`?$/.exec(line)?.[1];
      const listedStatus = /^### (?:Further r|R)esponses$/.test(list) ? /^- `(\w+)`(?::|$)/.exec(line)?.[1] : undefined;
      operation.statuses.push(...[status ?? listedStatus].filter((each) => each !== undefined));
      if (list === '**Servers of this operation**' && server !== undefined) operation.servers.push(server);
      if (list.startsWith('### Callback')) continue;
      operation.schemas.push(...listCodes(line).filter((code) => components.has(code)));
    }
  }
  return {
    text: items.map(({ content }) => content).join('\n\n'),
    operations: [...operations]
      .map(([name, { parameters, statuses, servers, schemas }]) => ({
        name,
        parameters: listUnique(parameters),
        statuses: listUnique(statuses),
        servers: listUnique(servers.length > 0 || name.endsWith(']') ? servers : apiServers),
        schemas: listUnique(followSchemas(schemas, ownItems)),
      }))
      .sort(byName),
  };
}

const listCodes = (line: string) => [...line.matchAll(/`+([^`]+)`+/g)].map(([, code = '']) => code);

/** Returns the name of the schema in a heading or a title. */
function getSchemaName(heading: string, components: ReadonlySet<string>): string | undefined {
  const name = /^Schema (.*?)(?: \{#[^}]*\}| · .*)?$/.exec(heading)?.[1];
  return name !== undefined && components.has(name) ? name : undefined;
}

/** Returns the schemas, and all schemas that their context items mention, transitively. */
function followSchemas(names: readonly string[], ownItems: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const all = new Set(names);
  // The iteration of a set also yields elements that are added during the iteration.
  for (const name of all) for (const each of ownItems.get(name) ?? []) all.add(each);
  return all;
}

function getOperationName(heading: string): string | undefined {
  const [name = ''] = heading.replace(/ \{#[^}]*\}$/, '').split(' – ');
  const [, webhook, method] = /^Webhook (.*) \((.*)\)$/.exec(name) ?? [];
  if (webhook !== undefined) return `${method} ${webhook} [webhook]`;
  return /^[A-Z]+ \/[^,]*$/.test(name) ? name : undefined;
}

interface FoundEndpoint {
  readonly kind?: string;
  readonly method: string;
  readonly path: string;
}

interface Endpoint extends FoundEndpoint {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: readonly { readonly status: string }[];
  readonly servers: readonly string[];
  readonly schemas: readonly string[];
}

/** Words that the search index contains for almost every operation: the verbs of the methods, and common parts of paths. */
const COMMON_WORDS =
  'get list read create add new update change replace delete remove webhook callback event files api v1 v2 id a b c';

/** Starts a service, and returns a function that uploads a document and reads it with the tools of the MCP server. */
export async function openReader() {
  const { sendRequest, connect } = await openMcp();
  const client = await connect('modern');

  async function read(
    text: string,
    format: 'json' | 'yaml',
    components: ReadonlySet<string>,
    words = '',
  ): Promise<Seen & { readonly warnings?: readonly string[] }> {
    const response = await sendRequest<{ error?: { message: string }; operations: number; warnings: string[] }>(
      'PUT',
      projectPath('/api-description'),
      { text, headers: { 'content-type': `application/${format}` } },
    );
    const { error, warnings } = response.body;
    if (error) return { line: Number(/ at line (\d+)/.exec(error.message)?.[1] ?? 0) };
    const foundEndpoints = new Map<string, FoundEndpoint>();
    for (const query of [COMMON_WORDS, words].filter((each) => each !== '')) {
      const args = { query: query.slice(0, 1_000), limit: 50, project: OWN_PROJECT };
      const { data } = await call<{ endpoints: readonly FoundEndpoint[] }>(client, 'search_endpoints', args);
      for (const each of data.endpoints) foundEndpoints.set(`${each.method} ${each.path}`, each);
    }
    const endpoints: Endpoint[] = [];
    const texts: string[] = [];
    for (const { method, path, kind } of foundEndpoints.values()) {
      const {
        data,
        text: shown,
        isError,
      } = await call<{ operations: readonly Endpoint[] }>(client, 'get_endpoint', {
        path,
        method,
        project: OWN_PROJECT,
      });
      if (isError) throw new Error(`get_endpoint ${method} ${path}: ${shown}`);
      endpoints.push(...data.operations.filter((each) => each.kind === kind && each.path === path));
      texts.push(shown);
    }
    const operations = endpoints
      .filter(({ kind }) => kind !== 'callback')
      .map(({ kind, method, path, parameters, responses, servers, schemas }) => ({
        name: `${method} ${path}${kind === undefined ? '' : ` [${kind}]`}`,
        parameters: listUnique(parameters.map((each) => `${each.in} ${each.name}`)),
        statuses: listUnique(responses.map(({ status }) => status)),
        servers: listUnique(servers),
        schemas: listUnique(schemas.filter((each) => components.has(each))),
      }))
      .sort(byName);
    if (operations.length !== response.body.operations && foundEndpoints.size < 50)
      throw new Error(
        `PUT reported ${response.body.operations} operations, and search_endpoints found ${operations.length}`,
      );
    return { operations, warnings, text: texts.join('\n\n') };
  }

  return { read, client, sendRequest };
}
