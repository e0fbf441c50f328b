import { createServer } from 'node:http';
import { connect, createServer as createHttp2Server, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contextSync as expressSync } from '../express.ts';
import { contextSync } from '../node.ts';
import { FRAMEWORKS, type SharedOptions, startApplication } from '../testing/applications.fixture.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { encodeSpec, type ResponseSpec } from '../testing/response-spec.fixture.ts';

const ERROR = { code: 'unknown_pet', message: 'There is no such pet.' };
const AGENT = 'Claude-User/1.0';

const SPEC: ResponseSpec = {
  status: 404,
  headers: { 'content-type': 'application/json', etag: '"v1"' },
  body: Buffer.from(JSON.stringify(ERROR)).toString('base64'),
  mode: 'text',
  statesLength: true,
};

async function startHints(hint: object = {}) {
  const receiver = await startReceiver();
  const [, everyone] = (JSON.parse(HINT_SET.body) as { hints: object[] }).hints;
  receiver.hintSet = { etag: '"1"', body: JSON.stringify({ version: 1, hints: [{ ...everyone, ...hint }] }) };
  return { receiver, options: { url: receiver.url, project: 'octo-api', key: 'csk_1' } satisfies SharedOptions };
}

describe.each(FRAMEWORKS)('an error with a hint in %s', (name) => {
  /** Returns a function that requests the error from a client that has loaded the hints. */
  const start = async (hint?: object) => {
    const { receiver, options } = await startHints(hint);
    const { port, capture } = await startApplication(name, options);
    const send = (init: RequestInit, spec: Partial<ResponseSpec> = {}) =>
      fetch(`http://127.0.0.1:${port}/pets/1`, {
        ...init,
        headers: { 'user-agent': AGENT, 'x-spec': encodeSpec({ ...SPEC, ...spec }) },
      });
    await (await send({}, { status: 200 })).text();
    await expect.poll(() => receiver.hintRequests).toBeGreaterThan(0);
    await capture?.flush();
    return send;
  };

  it('has for HEAD no length and no validator other than those for GET', async () => {
    const send = await start();
    const get = await send({});
    const body = await get.text();
    expect(JSON.parse(body)).toHaveProperty('recovery');
    expect(get.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    const head = await send({ method: 'HEAD' });
    for (const header of ['content-length', 'etag'])
      expect([null, get.headers.get(header)]).toContain(head.headers.get(header));
    expect(head.headers.get('link')).toBe(get.headers.get('link'));
  });

  it.each([
    ['agents', undefined, 'user-agent'],
    ['agents', 'Accept-Encoding', 'accept-encoding, user-agent'],
    ['agents', 'user-agent', 'user-agent'],
    ['agents', '*', '*'],
    ['everyone', undefined, undefined],
  ])('names for %s in Vary what it depends on, after %s', async (audience, vary, expected) => {
    const send = await start({ audience });
    const response = await send({}, { headers: { ...SPEC.headers, ...(vary === undefined ? {} : { vary }) } });
    await response.text();
    expect(response.headers.get('vary')?.toLowerCase()).toBe(expected);
  });
});

it('an error that is written with writeHead gets all parts of a hint over HTTP/2', async () => {
  const { receiver, options } = await startHints();
  const capture = contextSync(options);
  const server: Http2Server = createHttp2Server((req, res) => {
    capture(req as never, res as never);
    const status = req.url === '/ok' ? 200 : 404;
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(ERROR));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.close();
    server.close();
    return capture.close(0);
  });
  const send = (path: string) =>
    new Promise<{ headers: Readonly<Record<string, unknown>>; body: string }>((resolve, reject) => {
      const request = client.request({ ':path': path, 'user-agent': AGENT });
      let headers = {};
      let body = '';
      request.setEncoding('utf8');
      request.on('response', (received) => {
        headers = received;
      });
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => resolve({ headers, body }));
      request.on('error', reject);
    });
  await send('/ok');
  await expect.poll(() => receiver.hintRequests).toBeGreaterThan(0);
  await capture.flush();
  const { headers, body } = await send('/pets/1');
  expect(headers).toMatchObject({ ':status': 404, link: expect.stringContaining('rel="help"') });
  expect(JSON.parse(body)).toMatchObject({ ...ERROR, recovery: { hint: 'hint_404' } });
});

it.each([
  ['before', false],
  ['after', true],
] as const)('an SDK that is added %s compression(): the body gets the hint: %s', async (place, isExtended) => {
  const { receiver, options } = await startHints();
  const capture = expressSync(options);
  const app = express();
  if (place === 'before') app.use(capture);
  app.use(compression({ threshold: 0 }));
  if (place === 'after') app.use(capture);
  app.get('/ok', (_req, res) => void res.json({}));
  app.use((_req, res) => void res.status(404).json(ERROR));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await capture.close(0);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (path: string) => fetch(base + path, { headers: { 'user-agent': AGENT, 'accept-encoding': 'gzip' } });
  await (await send('/ok')).text();
  await expect.poll(() => receiver.hintRequests).toBeGreaterThan(0);
  await capture.flush();
  const response = await send('/pets/1');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('link')).toContain('rel="help"');
  const body = (await response.json()) as object;
  expect(body).toMatchObject(ERROR);
  expect('recovery' in body).toBe(isExtended);
});
