import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../../app.ts';
import { ANN, OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { createKey, hashKey } from '../access/api-keys.ts';
import { createConcurrency } from '../rate-limit/running-requests.ts';
import { listen, SERVER_TIMEOUTS } from './listen.ts';
import { connectRaw, type RawClient } from './raw-client.fixture.ts';

/** A request that the service rejects before it has read the body. */
interface Refusal {
  readonly name: string;
  readonly status: number;
  readonly path: string;
  readonly key?: 'full' | 'capture';
  readonly headers?: string;
  /** Smallest body that is rejected. Default: 1 byte. */
  readonly minBytes?: number;
  readonly options?: AppOptions;
}

const CONTEXT = projectPath('/context');
const NO_REQUESTS = { key: { requests: 0 } };
const REFUSALS: readonly Refusal[] = [
  { name: 'without a key', status: 401, path: CONTEXT },
  { name: 'with a key of the wrong kind', status: 403, path: CONTEXT, key: 'capture' },
  { name: 'with an invalid MCP host', status: 403, path: '/mcp', headers: 'Host: evil.example\r\n' },
  { name: 'to a page that does not exist', status: 404, path: '/nothing' },
  { name: 'with a method that is not allowed', status: 405, path: '/openapi.json' },
  { name: 'with a body that is too large', status: 413, path: CONTEXT, key: 'full', minBytes: 262_145 },
  {
    name: 'with a log that is too large',
    status: 413,
    path: projectPath('/logs'),
    key: 'capture',
    minBytes: 1_048_577,
  },
  {
    name: 'with a batch that is too large',
    status: 413,
    path: projectPath('/logs-batch'),
    key: 'capture',
    minBytes: 8_388_609,
  },
  { name: 'with an MCP message that is too large', status: 413, path: '/mcp', key: 'full', minBytes: 262_145 },
  { name: 'with a compressed body', status: 415, path: CONTEXT, key: 'full', headers: 'Content-Encoding: br\r\n' },
  {
    name: 'over the limit of running requests',
    status: 429,
    path: CONTEXT,
    key: 'full',
    options: { concurrency: createConcurrency(NO_REQUESTS) },
  },
];
const FRAMINGS = ['Content-Length', 'chunks'] as const;
const EXPECTATIONS = [false, true];
const SIZES = [1, 262_145, 1_048_577, 8_388_609, 100_000_000];
const CASES = REFUSALS.flatMap((refusal) =>
  EXPECTATIONS.flatMap((expects) =>
    FRAMINGS.flatMap((framing) =>
      SIZES.filter((size) => size >= (refusal.minBytes ?? 1)).map((size) => ({ ...refusal, framing, expects, size })),
    ),
  ),
);

async function serve(options: AppOptions = {}) {
  const { store, keys, parsers, reported } = await openService();
  const capture = createKey();
  await store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(capture) });
  const app = createApp(store, (error) => reported.push(error), { parsers, ...options });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const server = await listen(handle, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  onTestFinished(() => server.close(0));
  return { keys: { full: keys.ann, capture }, connect: () => connectRaw(server.port) };
}

const HEALTH = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Sends the rest of a request, as far as the service reads it. */
async function sendBody(client: RawClient, framing: (typeof FRAMINGS)[number], size: number): Promise<void> {
  if (framing === 'chunks') client.send(`${size.toString(16)}\r\n`);
  await client.sendZeros(size);
  if (framing === 'chunks') client.send('\r\n0\r\n\r\n');
}

describe('a rejected request', () => {
  it.each(sampleCases(CASES, 11))(
    '$name, with $size bytes in $framing (expects 100 Continue: $expects), gets $status, and the connection stays open or closes as the response states',
    async ({ status, path, key, headers = '', options, framing, expects, size }) => {
      const { keys, connect } = await serve(options);
      const client = await connect();
      const host = headers.includes('Host') ? '' : 'Host: localhost\r\n';
      const authorization = key === undefined ? '' : `Authorization: Bearer ${keys[key]}\r\n`;
      const length = framing === 'chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`;
      const expectation = expects ? 'Expect: 100-continue\r\n' : '';
      client.send(`POST ${path} HTTP/1.1\r\n${host}${authorization}${headers}${expectation}${length}\r\n\r\n`);
      const first = expects ? await client.read() : undefined;
      const isContinued = first?.status === 100;
      if (!expects || isContinued) {
        await sendBody(client, framing, size);
        client.send(HEALTH);
      }
      const response = expects && !isContinued ? first : await client.read();
      expect(response?.status).toBe(status);
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ error: { message: expect.anything() } });
      // The service requests a body (`100 Continue`) only if it reads the body.
      expect(isContinued).toBe(expects && status === 413 && framing === 'chunks');
      if (response?.headers.connection === 'close') {
        expect([await client.read(), client.getOutcome()]).toEqual([undefined, 'ended']);
      } else {
        expect((await client.read())?.status).toBe(200);
      }
    },
  );

  it.each([400, 401, 403, 404, 409, 422, 429, 500, 503])(
    'a request that is rejected with %i before its body was read ends the connection without a reset',
    async (status) => {
      const server = await listen(async () => new Response('refused', { status }), {
        host: '127.0.0.1',
        port: 0,
        limits: SERVER_TIMEOUTS,
      });
      onTestFinished(() => server.close(0));
      const client = await connectRaw(server.port);
      client.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
      expect(await client.read()).toMatchObject({ status, body: 'refused', headers: { connection: 'close' } });
      // The service continues to read after its response, so that the client can send the whole body.
      expect(await client.sendZeros(1_000_000)).toBe(1_000_000);
      expect([await client.read(), client.getOutcome()]).toEqual([undefined, 'ended']);
    },
  );
});
