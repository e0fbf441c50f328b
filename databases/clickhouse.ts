// clickhouse.ts <folder> [port]
// Runs the embedded ClickHouse engine behind an HTTP server that implements the part of ClickHouse's HTTP interface that the service uses. Prints the port.
import { createServer, type IncomingMessage } from 'node:http';
import { Session } from 'chdb';

const [folder = '', port = '0'] = process.argv.slice(2);
const session = new Session(folder);
/** Parameters that are not settings of the engine. */
const NOT_SETTINGS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'wait_end_of_query',
  'session_id',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
]);
let busy: Promise<unknown> = Promise.resolve();

/** Runs one request at a time, because settings apply to the whole session. The settings of a request are reset when it ends. */
function runAlone<T>(work: () => Promise<T>): Promise<T> {
  const result = busy.then(work);
  busy = result.catch(() => undefined);
  return result;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function run(parameters: URLSearchParams, body: string): Promise<Uint8Array> {
  const given = [...new Map(parameters)].filter(([name]) => !NOT_SETTINGS.has(name) && /^\w+$/.test(name));
  const settings = given.filter(([name]) => !name.startsWith('param_'));
  const format = ([name, value]: readonly [string, string]) =>
    `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const set = async (assignments: readonly string[]) => {
    if (assignments.length > 0) await session.queryAsync(`SET ${assignments.join(', ')}`);
  };
  try {
    await session.queryAsync(`USE ${parameters.get('database') ?? 'default'}`);
    await set(settings.map(format));
    for (const parameter of given) if (!settings.includes(parameter)) await set([format(parameter)]);
    const query = [parameters.get('query') ?? '', body].filter((text) => text !== '').join('\n');
    return (await session.queryAsync(query, { format: parameters.get('default_format') ?? 'TSV' })).bytes();
  } finally {
    await set(settings.map(([name]) => `${name} = DEFAULT`));
  }
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const body = await readBody(request);
  if (pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  try {
    response.end(await runAlone(() => run(searchParams, body)));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = /Code: (\d+)/.exec(message)?.[1] ?? '0';
    response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(message);
  }
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`port ${address.port}`);
});
