import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { type ParserOptions, Parsers } from '../parsers.ts';
import { listen, SERVER_TIMEOUTS } from '../platform/connections/listen.ts';
import { call, connectTo } from '../testing/mcp.fixture.ts';
import { LOG, OPENAPI_DOCUMENT, OWN_PROJECT, openService, projectPath } from '../testing/service.fixture.ts';

const HANGING = new URL('../platform/parsing/hanging.fixture.ts', import.meta.url);
const YAML = { 'content-type': 'application/yaml' };
const NDJSON = { 'content-type': 'application/x-ndjson' };
const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';
const LARGE_YAML = HEAD + '#'.repeat(300_000);
const LARGE_BATCH = `${JSON.stringify({ ...LOG, request: 'x'.repeat(300_000) })}\n`;

/** Starts the service over HTTP and collects the errors that it reports. */
async function serve({ bounds, ...options }: Partial<ParserOptions> = {}) {
  const service = await openService();
  const parsers = new Parsers({
    redactedNames: [],
    bounds: { deadlineMs: 600_000, startMs: 600_000, ...bounds },
    ...options,
  });
  const reportedErrors: unknown[] = [];
  const app = createApp(service.store, (error) => reportedErrors.push(error), { parsers, requestDeadline: 600_000 });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const listening = await listen(handle, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  onTestFinished(async () => {
    await parsers.close();
    await listening.close(5_000);
  });
  const url = `http://127.0.0.1:${listening.port}`;
  const send = async (method: string, path: string, body: string, headers: Record<string, string>) => {
    const authorization = `Bearer ${service.keys.ann}`;
    const response = await fetch(url + projectPath(path), { method, body, headers: { authorization, ...headers } });
    const { status, headers: received } = response;
    return {
      status,
      headers: received,
      body: (await response.json()) as { error?: { code: string; message: string } },
    };
  };
  const health = async () => (await fetch(`${url}/health`)).status;
  /** Waits until a worker process has started. */
  const waitForStart = () => expect.poll(() => parsers.pids.length).toBeGreaterThan(0);
  return { ...service, url, parsers, reported: reportedErrors, send, health, started: waitForStart };
}

describe('worker processes', () => {
  it.each<[string, string, string, string, Record<string, string>]>([
    ['an OpenAPI document', 'PUT', '/api-description', LARGE_YAML, YAML],
    ['a batch of logs', 'POST', '/logs-batch', LARGE_BATCH, NDJSON],
  ])(
    'parsing a large body in a worker process does not block other requests: %s',
    async (_name, method, path, body, headers) => {
      const { send, health, started, parsers, sendRequest } = await serve({ entry: HANGING });
      let hasResponded = false;
      const responsePromise = send(method, path, body, headers).finally(() => {
        hasResponded = true;
      });
      await started();
      for (let time = 0; time < 50; time += 1) expect(await health()).toBe(200);
      expect((await sendRequest('GET', projectPath('/logs'))).status).toBe(200);
      expect(hasResponded).toBe(false);
      await parsers.close();
      expect(await responsePromise).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    },
  );

  it('parsing YAML with many keys does not block /health', async () => {
    const { send, health, started } = await serve();
    const keys = Array.from({ length: selectByTier(30_000, 60_000) }, (_, index) => `x${index}: a\n`).join('');
    let hasResponded = false;
    const responsePromise = send('PUT', '/api-description', HEAD + keys, YAML).finally(() => {
      hasResponded = true;
    });
    await started();
    let times = 0;
    for (; !hasResponded; times += 1) expect(await health()).toBe(200);
    expect(times).toBeGreaterThan(10);
    expect(await responsePromise).toMatchObject({ status: 200, body: { title: 'T', operations: 0 } });
  });
});

describe('parsing failures of large bodies', () => {
  it('a body whose parsing exceeds the deadline returns 422, and the stored document is kept', async () => {
    const { send, sendRequest, count } = await serve({ bounds: { deadlineMs: 1 }, entry: HANGING });
    await send('PUT', '/api-description', JSON.stringify(OPENAPI_DOCUMENT), { 'content-type': 'application/json' });
    const errorBody = {
      status: 422,
      body: { error: { code: 'body_too_complex', message: expect.stringContaining('0.001 seconds') } },
    };
    expect(await send('PUT', '/api-description', LARGE_YAML, YAML)).toMatchObject(errorBody);
    expect(await send('POST', '/logs-batch', LARGE_BATCH, NDJSON)).toMatchObject(errorBody);
    expect((await sendRequest('GET', projectPath('/api-description'))).body).toEqual(OPENAPI_DOCUMENT);
    expect(await count('logs')).toBe(0);
  });

  it('a body returns 500 and an error is reported if the worker process that parses the body crashes', async () => {
    const { send, started, parsers, reported, health } = await serve({ entry: HANGING });
    const responsePromise = send('POST', '/logs-batch', LARGE_BATCH, NDJSON);
    await started();
    process.kill(parsers.pids[0] ?? 0, 'SIGKILL');
    expect(await responsePromise).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
    expect(reported).toMatchObject([{ name: 'WorkerError', reason: 'crash' }]);
    expect(await health()).toBe(200);
  });

  it('a body returns 503 with Retry-After if the queue of bodies to parse is full', async () => {
    const { send, started, parsers } = await serve({ bounds: { maxWaitingChars: 1 }, entry: HANGING });
    const first = send('POST', '/logs-batch', LARGE_BATCH, NDJSON);
    await started();
    const { status, headers, body } = await send('POST', '/logs-batch', LARGE_BATCH, NDJSON);
    expect([status, headers.get('retry-after'), body.error?.code]).toEqual([503, '5', 'unavailable']);
    await parsers.close();
    await first;
  });
});

describe('stored OpenAPI documents', () => {
  it('a stored OpenAPI document that parses too slowly delays no other requests and is not parsed again', async () => {
    const { url, store, projectId, keys, health, started, parsers, reported } = await serve({
      bounds: { deadlineMs: 5_000 },
      entry: HANGING,
    });
    // An older version of the service has accepted this document.
    await store.apiDescriptions.put(await projectId(OWN_PROJECT), { format: 'yaml', text: LARGE_YAML });
    const client = await connectTo(`${url}/mcp`, 'modern', keys.ann);
    const question = { project: OWN_PROJECT, query: 'pets' };
    const called = call(client, 'search_endpoints', question);
    await started();
    expect(await health()).toBe(200);
    const { isError, text } = await called;
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining(`document of ${OWN_PROJECT} cannot be read because parsing takes more than 5 seconds`),
    ]);
    expect(await call(client, 'search_endpoints', question)).toMatchObject({ isError: true, text });
    expect(parsers.pids).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('an MCP tool reports why a stored OpenAPI document cannot be parsed', async () => {
    const { url, store, projectId, keys, reported } = await serve();
    const text = `${HEAD}x: ${'['.repeat(10_000)}`;
    await store.apiDescriptions.put(await projectId(OWN_PROJECT), { format: 'yaml', text });
    const client = await connectTo(`${url}/mcp`, 'modern', keys.ann);
    const result = await call(client, 'get_operation', { project: OWN_PROJECT, operationId: 'x' });
    expect(result).toMatchObject({
      isError: true,
      text: expect.stringContaining('cannot be read because it is nested deeper'),
    });
    expect(reported).toEqual([]);
  });
});

describe('large logs', () => {
  it('a large log is stored and returned unchanged', async () => {
    const { send, sendRequest, parsers } = await serve();
    const log = { ...LOG, request: { body: 'x'.repeat(300_000) }, response: [{ 'a"b': [null, 1] }] };
    const { status, body } = await send('POST', '/logs', JSON.stringify(log), { 'content-type': 'application/json' });
    expect(parsers.pids).toHaveLength(1);
    const { id } = body as { id?: string };
    expect([status, body]).toEqual([201, { id, ...log }]);
    expect((await sendRequest('GET', projectPath(`/logs/${id}`))).body).toEqual({ id, ...log });
  });
});
