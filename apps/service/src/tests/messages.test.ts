import { expect, it } from 'vitest';
import { createProject } from '../cli.fixture.ts';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { call, openMcp } from '../testing/mcp.fixture.ts';
import {
  ANN,
  HINT,
  ITEM,
  LOG,
  OPENAPI_DOCUMENT,
  OWN_PROJECT,
  openService,
  projectPath,
  SOURCE,
} from '../testing/service.fixture.ts';

/** Texts of libraries, and words that mean nothing to a reader. Messages must not contain them. */
const UNHELPFUL =
  /Invalid (input|option|ISO|URL|string)|\bexpected (string|number|array|object|one of)|Unrecognized key|Too (big|small)|\bE(?:ADDR|CONN|NOENT|ACCES)\w*|\bundefined\b/;
const NDJSON = { 'content-type': 'application/x-ndjson' };
const JSON_TYPE = { 'content-type': 'application/json' };

interface Failure {
  readonly error?: { readonly message: string };
}
type Request = readonly [
  method: string,
  path: string,
  sent?: { readonly json?: unknown; readonly text?: string; readonly headers?: Record<string, string> },
];

const post = (path: string, json: unknown): Request => ['POST', path, { json }];
const get = (path: string): Request => ['GET', path];

/** Requests with typical errors of API clients. The paths are relative to the project. */
const REQUESTS: readonly Request[] = [
  post('/context', {}),
  post('/context', { title: 7 }),
  post('/context', { title: 'x'.repeat(134) }),
  post('/context', { title: ' ' }),
  post('/context', { title: 'T', content: 'x'.repeat(9_000) }),
  post('/context', { title: 'T', contents: 'x' }),
  post('/context', { title: 'T', public: 'yes' }),
  post('/context', ['T']),
  ['POST', '/context', { text: '{"title": "T",}', headers: JSON_TYPE }],
  ['POST', '/context', { text: '', headers: JSON_TYPE }],
  ['POST', '/context', { text: '{}', headers: { 'content-type': 'text/plain' } }],
  ['POST', '/context', { text: '{}', headers: { 'content-type': 'application/json; charset=latin1' } }],
  ['POST', '/context', { text: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'br' } }],
  ['POST', '/context', { text: 'x'.repeat(300_000), headers: JSON_TYPE }],
  ['POST', '/context', { json: ITEM, headers: { 'idempotency-key': 'k'.repeat(300) } }],
  ['PUT', '/context/ctx_0', { json: ITEM }],
  ['DELETE', '/context/ctx_0'],
  ['PATCH', '/context/ctx_0', { json: {} }],
  get('/context?limit=0'),
  get('/context?limit=1e2'),
  get('/context?limit=1&limit=2'),
  get('/context?after=ctx_0'),
  get('/context?colour=red'),
  get('/context-search'),
  get('/context-search?q='),
  get('/context-search?q=%ff'),
  get('/context-search?q=a%00b'),
  get('/context/ctx_0'),
  get('/contexts'),
  post('/data-sources', { ...SOURCE, installationId: 0 }),
  post('/data-sources', { ...SOURCE, owner: 'a/b' }),
  post('/data-sources', { ...SOURCE, branch: 'a b' }),
  post('/data-sources', { ...SOURCE, siteUrl: 'docs.example.com' }),
  post('/data-sources', { ...SOURCE, siteUrl: 'https://u:p@docs.example.com' }),
  post('/data-sources', { ...SOURCE, provider: 'gitlab' }),
  get('/data-sources/src_0'),
  get('/data-sources?cursor=x'),
  get('/logs?statuss=404'),
  get('/logs?status=99'),
  get('/logs?statusClass=6xx'),
  get('/logs?caller=agents'),
  get('/logs?since=yesterday'),
  get('/logs?since=2026-02-31T00:00:00Z'),
  get('/logs?since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z'),
  get('/logs?method='),
  get('/logs/log_0'),
  post('/logs', { ...LOG, timestamp: '2026-03-01' }),
  post('/logs', { ...LOG, status: '404' }),
  post('/logs', { ...LOG, durationMs: -1 }),
  post('/logs', { ...LOG, usrAgent: 'x' }),
  ['POST', '/logs-batch?atomic=true', { text: `${JSON.stringify(LOG)}\n{\n`, headers: NDJSON }],
  ['POST', '/logs-batch?atomic=yes', { text: 'x', headers: NDJSON }],
  ['POST', '/logs-batch', { text: '', headers: NDJSON }],
  post('/logs-har', { log: { version: '2.0', entries: [] } }),
  post('/otlp/v1/traces', { resourceSpans: {} }),
  get('/metrics/timeseries?interval=week'),
  get('/metrics/timeseries?interval=hour&since=2020-01-01T00:00:00Z&until=2021-01-01T00:00:00Z'),
  get('/metrics/timeseries?method=GET'),
  get('/metrics/timeseries?operationId=nope'),
  get('/metrics/top-endpoints?sort=request'),
  get('/metrics/summary?since=1999-01-01T00:00:00Z&until=2026-01-01T00:00:00Z'),
  get('/metrics/endpoints/end_0'),
  get('/users?reason=quiet'),
  get('/users/usr_0'),
  ['PATCH', '/users/usr_0', { json: { snoozedUntil: 'tomorrow' } }],
  ['PATCH', '/users/usr_0', { json: { note: 'x'.repeat(2_001) } }],
  ['PUT', '/users-at-risk/thresholds', { json: { silentDays: 0 } }],
  ['PUT', '/users-at-risk/thresholds', { json: { silentDay: 5 } }],
  ['PUT', '/users-at-risk/thresholds', { json: { silentDays: 90, silentMaxDays: 30 } }],
  post('/recovery/hints', { ...HINT, match: { status: 200 } }),
  post('/recovery/hints', { ...HINT, steps: [] }),
  post('/recovery/hints', { ...HINT, steps: [{ do: 'retry', text: 'Again' }] }),
  post('/recovery/hints', { ...HINT, match: { status: 404, operationId: 'getPet' } }),
  post('/recovery/hints', { ...HINT, documentation: 'https://u:p@docs.example.com' }),
  post('/recovery/hints', { ...HINT, retryAfterSeconds: 5 }),
  post('/recovery/hints', HINT),
  post('/recovery/test', { method: 'GET', url: '/pets', status: 200 }),
  ['PUT', '/api-description', { json: { openapi: '2.0' } }],
  ['PUT', '/api-description', { text: 'a: [', headers: { 'content-type': 'application/yaml' } }],
  get('/recovery/hints/hint_0'),
];

/** Calls of MCP tools with typical errors of models. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['search_context', {}],
  ['search_context', { query: '' }],
  ['search_context', { query: 'x', limit: 0 }],
  ['search_context', { query: 'x', limit: 'five' }],
  ['search_context', { query: 'x', limt: 5 }],
  ['search_context', { query: 'x', project: 'nope' }],
  ['get_context_item', { id: 'ctx_0' }],
  ['search_endpoints', { query: 'pets', project: 'octo-docs' }],
  ['get_endpoint', { path: '/petz' }],
  ['get_endpoint', { path: '/pets', method: 'DELETE' }],
  ['get_operation', { operationId: 'listPet' }],
  ['get_metrics', { since: 'yesterday' }],
  ['get_metrics', { since: '2026-03-02T00:00:00Z', until: '2026-03-01T00:00:00Z' }],
  ['get_metrics', { since: '2026-02-31T00:00:00Z' }],
  ['list_users_at_risk', { reason: 'quiet' }],
  ['explain_error', { status: 200, method: 'GET', path: '/pets' }],
  ['explain_error', { status: '404' }],
  ['serch_context', { query: 'x' }],
  ['constructor', {}],
];

/** Commands with typical errors of operators. */
const COMMANDS: readonly (readonly string[])[] = [
  [],
  ['serv'],
  ['serve', '--prt', '1'],
  ['serve', '--port', 'abc'],
  ['serve', '--port', '99999'],
  ['create-member'],
  ['create-member', 'nobody'],
  ['create-member', 'owner@example.com'],
  ['create-project', 'Octo API', '--owner', 'owner@example.com'],
  ['create-project', 'octo-api', '--owner', 'owner@example.com'],
  ['create-project', 'other', '--owner', 'nobody@example.com'],
  ['create-key', 'nobody@example.com'],
  ['create-key', 'owner@example.com', '--expires-days', '0'],
  ['create-key', 'owner@example.com', '--expires', 'tomorrow'],
  ['revoke-key', 'key_0'],
  ['prune-logs', '--keep-logs-days', '0'],
  ['restore', '/no/such/file'],
  ['close-project', 'nope'],
];

async function provokeRequests(): Promise<string[]> {
  const { sendRequest, create, keys, store } = await openService();
  await create(SOURCE, projectPath('/data-sources'));
  await create(HINT, projectPath('/recovery/hints'));
  const lines: string[] = [];
  const send = async (name: string, method: string, path: string, more: object = {}) => {
    const { body } = await sendRequest<Failure>(method, path, more);
    lines.push(`${name}\n  ${body?.error?.message ?? JSON.stringify(body)}`);
  };
  for (const [method, path, sent = {}] of REQUESTS) {
    const body = sent.text ?? JSON.stringify(sent.json) ?? '';
    await send(`${method} ${path} ${body.slice(0, 100)}`.trim(), method, projectPath(path), sent);
  }
  const capture = createKey();
  await store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(capture) });
  await send('no key', 'GET', projectPath(), { key: null });
  await send('unknown key', 'GET', projectPath(), { key: createKey() });
  await send('read-only key', 'POST', projectPath('/context'), { key: keys.annsReadOnly, json: {} });
  await send('capture key', 'GET', projectPath('/logs'), { key: capture });
  await send('project of another', 'GET', projectPath('', 'acme-api'));
  await send('POST /api/v1/account', 'POST', '/api/v1/account');
  await send('GET /api/v1/acount', 'GET', '/api/v1/acount');
  return lines;
}

async function provokeCalls(): Promise<string[]> {
  const { connect, store, sendRequest } = await openMcp();
  await sendRequest('PUT', projectPath('/api-description'), { json: OPENAPI_DOCUMENT });
  await store.accounts.setAnonymousMcp('octo-api', true);
  const [member, anonymous] = [await connect('modern'), await connect('modern', null)];
  const lines: string[] = [];
  const send = async (client: typeof member, name: string, args: Record<string, unknown>) => {
    const text = await call(client, name, args).then(
      (result) => result.text,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    lines.push(`${client === anonymous ? 'without a key: ' : ''}${name} ${JSON.stringify(args)}\n  ${text}`);
  };
  for (const [name, args] of CALLS)
    await send(member, name, {
      ...(args.project === undefined && name !== 'constructor' ? { project: 'octo-api' } : {}),
      ...args,
    });
  await send(member, 'search_context', { query: 'x' });
  await send(anonymous, 'get_metrics', {});
  return lines;
}

async function provokeCommands(): Promise<string[]> {
  const { run, file } = await createProject();
  const lines: string[] = [];
  for (const args of COMMANDS) {
    const { errors } = await run([...args, ...(args.length === 0 ? [] : ['--database', file])]);
    lines.push(`${args.join(' ')}\n  ${errors.join('\n').replaceAll(file, 'FILE')}`);
  }
  return lines;
}

it('messages of the service contain the problem, the value, the rule and a fix, and never the text of a library', async () => {
  const messages = [...(await provokeRequests()), ...(await provokeCalls()), ...(await provokeCommands())];
  expect(messages.length).toBeGreaterThan(110);
  for (const message of messages) expect(message.slice(message.indexOf('\n'))).not.toMatch(UNHELPFUL);
  const text = `${messages.join('\n')}\n`
    .replaceAll(/\b(hint|src|log)_[0-9a-f]{24}/g, '$1_ID')
    .replaceAll(/ Tools: .*/g, ' Tools: …');
  await expect(text).toMatchFileSnapshot('./messages.txt');
});
