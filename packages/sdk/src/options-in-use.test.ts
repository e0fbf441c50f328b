import { describe, expect, it } from 'vitest';
import { contextSync } from './fetch.ts';
import { ENTRIES, startEntry } from './testing/entries.fixture.ts';
import { startReceiver } from './testing/receiver.fixture.ts';
import { flushAll } from './testing/until.fixture.ts';

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
};

describe.each(ENTRIES)('the options of the entry %s', (name) => {
  it.each([
    ['a CORS preflight is not captured by default', {}, PREFLIGHT, 0],
    ['a CORS preflight is captured with the option preflights', { preflights: true }, PREFLIGHT, 1],
    ['an OPTIONS request that is not a preflight is captured', {}, { method: 'OPTIONS' }, 1],
    [
      'a request with the header of a preflight and another method is captured',
      {},
      { ...PREFLIGHT, method: 'POST' },
      1,
    ],
  ])('%s', async (_what, options, init, count) => {
    const receiver = await startReceiver();
    const base = { url: receiver.url, project: 'octo-api', key: 'csk_1' };
    const { send, capture } = await startEntry(name, { ...base, ...options }, 200, '{}');
    await (await send('/pets/1', init)).text();
    await flushAll(capture);
    expect(receiver.logs).toHaveLength(count);
  });

  it.each([
    [false, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' }, undefined],
    [true, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' }, 'https://api.example.com'],
    [true, { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'a.example.com, b' }, 'https://a.example.com'],
    [1, { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, b.example' }, 'https://b.example'],
    [0, { 'x-forwarded-proto': 'https' }, undefined],
    ['203.0.113.1', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' }, undefined],
    [true, { forwarded: 'for=1.2.3.4;proto=https;host="[::1]:8443", for=5.6.7.8;proto=http' }, 'https://[::1]:8443'],
    [true, { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a/../b@c' }, undefined],
    [true, {}, undefined],
  ])('with trustProxy %s and the headers %j, the origin %s is logged', async (trustProxy, headers, origin) => {
    const receiver = await startReceiver();
    const options = { url: receiver.url, project: 'octo-api', key: 'csk_1', trustProxy };
    const { send, capture } = await startEntry(name, options, 200, '{}');
    await (await send('/pets/1?a=1', { method: 'POST', headers: headers as Record<string, string> })).text();
    await flushAll(capture);
    const [log] = receiver.logs;
    expect(log?.url).toMatch(/\/pets\/1\?a=1$/);
    const logged = log?.url.slice(0, -'/pets/1?a=1'.length);
    if (origin === undefined) expect(logged).toMatch(/^http:\/\/(127\.0\.0\.1:\d+|localhost|api\.example\.com)$/);
    else expect(logged).toBe(origin);
  });
});

it('a response that a handler throws is logged with its status, and thrown unchanged', async () => {
  const receiver = await startReceiver();
  const thrownResponse = Response.json({ code: 'no_session' }, { status: 401 });
  const options = { url: receiver.url, project: 'octo-api', key: 'csk_1' };
  const handler = contextSync(() => Promise.reject(thrownResponse), options);
  const caughtError: unknown = await handler(new Request('http://localhost/pets')).catch((error: unknown) => error);
  expect(caughtError).toBe(thrownResponse);
  expect(await thrownResponse.json()).toEqual({ code: 'no_session' });
  await handler.close();
  expect(receiver.logs).toMatchObject([{ status: 401 }]);
});

it('a network error that a handler returns is logged with the status that runtimes send', async () => {
  const receiver = await startReceiver();
  const handler = contextSync(() => Response.error(), { url: receiver.url, project: 'octo-api', key: 'csk_1' });
  expect((await handler(new Request('http://localhost/pets'))).type).toBe('error');
  await handler.close();
  expect(receiver.logs).toMatchObject([{ status: 500 }]);
});
