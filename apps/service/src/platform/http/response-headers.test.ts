import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createResources, fillPath, OPERATIONS } from '../../testing/operations.fixture.ts';
import { openService, projectPath, type TestResponse } from '../../testing/service.fixture.ts';
import { listen, SERVER_TIMEOUTS } from '../connections/listen.ts';
import { StoreUnavailableError } from '../database/store-unavailable-error.ts';

const PRIVATE = ['no-store', 'nosniff'];
const getHeaders = ({ headers }: Pick<TestResponse, 'headers'>) => [
  headers.get('cache-control')?.replace(/, no-transform$/, ''),
  headers.get('x-content-type-options'),
];

it('the headers of every operation forbid caches to store the response and browsers to guess its type', async () => {
  const service = await openService();
  const { sendRequest, keys } = service;
  const ids = await createResources(service);
  const statuses = new Set<number>();
  for (const operation of OPERATIONS) {
    const { method, path: _path, ...sent } = operation;
    const target = projectPath(fillPath(operation, ids));
    const responses = await Promise.all([
      sendRequest(method, target, sent),
      sendRequest(method, `${target}${target.includes('?') ? '&' : '?'}colour=red`, sent),
      sendRequest(method, target, { ...sent, key: null }),
      sendRequest(method, target, { ...sent, key: keys.bob }),
      sendRequest('REPORT', target, {}),
      ...(method === 'GET' ? [sendRequest('HEAD', target)] : [sendRequest('OPTIONS', target)]),
    ]);
    for (const response of responses) {
      statuses.add(response.status);
      expect(getHeaders(response), `${method} ${target} ${response.status}`).toEqual(PRIVATE);
    }
  }
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 202, 204, 400, 401, 404, 405]));
});

it('the headers of responses to unknown paths forbid caches to store them', async () => {
  const { sendRequest, app, store, keys, reported } = await openService();
  for (const path of ['/nothing', '/health', '/ready', '/api', '/api/v1/accounts', '/api/v1/account', '/mcp', '/mcp/x'])
    for (const key of [keys.ann, null])
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS'])
        expect(getHeaders(await sendRequest(method, path, { key })), `${method} ${path}`).toEqual(PRIVATE);
  const tooLarge = await sendRequest('POST', projectPath('/context'), {
    text: 'x'.repeat(9_000_000),
    headers: { 'content-type': 'application/json' },
  });
  expect([tooLarge.status, ...getHeaders(tooLarge)]).toEqual([413, ...PRIVATE]);
  const { principal } = store.accounts;
  Object.assign(store.accounts, { principal: () => Promise.reject(new StoreUnavailableError('down')) });
  const downResponse = await app.request('/api/v1/account', { headers: { authorization: 'Bearer x' } });
  expect([downResponse.status, ...getHeaders(downResponse)]).toEqual([503, ...PRIVATE]);
  Object.assign(store.accounts, { principal });
  expect(reported.splice(0)).toHaveLength(1);
});

it('the headers of a response with the status 429 forbid caches to store it', async () => {
  const { store, keys, parsers } = await openService();
  const app = createApp(store, () => undefined, { parsers, rateLimits: { key: { requests: 1, window: 60 } } });
  const send = () => app.request('/api/v1/account', { headers: { authorization: `Bearer ${keys.ann}` } });
  const responses = [await send(), await send(), await send()];
  expect(responses.map(({ status }) => status)).toContain(429);
  for (const response of responses) expect(getHeaders(response)).toEqual(PRIVATE);
});

it('the headers of the OpenAPI document allow caches to store it if they revalidate it', async () => {
  const { sendRequest } = await openService();
  expect(getHeaders(await sendRequest('GET', '/openapi.json', { key: null }))).toEqual(['no-cache', 'nosniff']);
});

it('the responses of the HTTP server to invalid input have the same headers', async () => {
  const { app } = await openService();
  const server = await listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  try {
    for (const input of ['GET / HTTP/1.1\r\n\r\n', 'nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n']) {
      const socket = connect(server.port, '127.0.0.1').end(input);
      const text = (await readText(socket)).toLowerCase();
      expect(text, input).toContain('cache-control: no-store\r\n');
      expect(text, input).toContain('x-content-type-options: nosniff\r\n');
    }
  } finally {
    await server.close(1_000);
  }
});
