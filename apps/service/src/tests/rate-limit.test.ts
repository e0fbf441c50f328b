import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { ANN, ITEM, LOG, OWN_PROJECT, openService, projectPath } from '../testing/service.fixture.ts';

const QUOTA = { requests: 3, window: 3_600 };

async function open(limits: object, trustProxy = false) {
  const { store, keys, reported, count } = await openService();
  const app = createApp(store, (error) => reported.push(error), { rateLimits: limits, trustProxy });
  const sendRequest = async (
    key: string | null,
    from = '192.0.2.1',
    path = projectPath(),
    headers: Record<string, string> = {},
  ) => {
    const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const incoming = Object.assign(new EventEmitter(), { socket: { remoteAddress: from } });
    const response = await app.request(path, { headers: { ...authorization, ...headers } }, { incoming });
    return { status: response.status, headers: response.headers, body: (await response.json()) as { error?: object } };
  };
  const statuses = async (times: number, ...given: Parameters<typeof sendRequest>) => {
    const all: number[] = [];
    for (let time = 0; time < times; time += 1) all.push((await sendRequest(...given)).status);
    return all;
  };
  return { app, sendRequest, statuses, keys, count, store };
}

describe('rate limit per key', () => {
  it('the rate limit allows requests up to the quota, and headers report how many remain', async () => {
    const { sendRequest, keys } = await open({ key: QUOTA });
    const first = await sendRequest(keys.ann);
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=3600');
    expect(first.headers.get('ratelimit')).toBe('"key";r=2;t=1200');
    await sendRequest(keys.ann);
    expect((await sendRequest(keys.ann, '192.0.2.1', projectPath('/nothing'))).headers.get('ratelimit')).toMatch(
      /^"key";r=0;t=3[56]\d\d$/,
    );
    const refusedResponse = await sendRequest(keys.ann);
    expect(refusedResponse).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limited', requestId: expect.any(String) } },
    });
    expect(refusedResponse.headers.get('ratelimit')).toMatch(/^"key";r=0;t=3[56]\d\d$/);
    expect(Number(refusedResponse.headers.get('retry-after'))).toBeGreaterThan(1_100);
    expect(Number(refusedResponse.headers.get('retry-after'))).toBeLessThanOrEqual(1_200);
  });

  it('the rate limit applies to each API key separately', async () => {
    const { statuses, keys } = await open({ key: QUOTA });
    expect(await statuses(4, keys.ann)).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, keys.annsOther)).toEqual([200, 200, 200, 429]);
  });

  it('the rate limit rejects writes beyond the quota', async () => {
    const { app, keys, count } = await open({ key: QUOTA });
    const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' };
    const write = () => app.request(projectPath('/context'), { method: 'POST', headers, body: JSON.stringify(ITEM) });
    for (let time = 0; time < 10; time += 1) await write();
    expect(await count('context_items')).toBe(3);
  });

  it('the rate limit is disabled by default', async () => {
    const { sendRequest, statuses, keys } = await open({});
    expect(new Set(await statuses(50, keys.ann))).toEqual(new Set([200]));
    expect((await sendRequest(keys.ann)).headers.has('ratelimit-policy')).toBe(false);
  });
});

describe('rate limit per capture key', () => {
  it('the rate limit per capture key applies to capture keys instead of the rate limit of other keys', async () => {
    const { app, keys, count, store } = await open({ key: { ...QUOTA, requests: 100 }, capture: QUOTA });
    const capture = createKey();
    await store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(capture) });
    const send = async (key: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      return (await app.request(projectPath('/logs'), { method: 'POST', headers, body: JSON.stringify(LOG) })).status;
    };
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push(await send(capture));
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect(await send(keys.ann)).toBe(201);
    expect(await count('logs')).toBe(4);
  });
});

describe('anonymous rate limit', () => {
  it('the anonymous rate limit counts requests per client IP address, regardless of their keys', async () => {
    const { sendRequest, statuses } = await open({ anonymous: QUOTA });
    expect(await statuses(1, null)).toEqual([401]);
    expect(await statuses(1, 'csk_a')).toEqual([401]);
    expect(await statuses(1, 'csk_b')).toEqual([401]);
    const refused = await sendRequest('csk_c');
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect(await statuses(1, null, '192.0.2.2')).toEqual([401]);
  });

  it('the anonymous rate limit does not affect requests with a valid key', async () => {
    const { statuses, keys } = await open({ key: QUOTA, anonymous: QUOTA });
    expect(await statuses(5, null)).toEqual([401, 401, 401, 429, 429]);
    expect(await statuses(1, keys.ann)).toEqual([200]);
  });

  it.each([
    ['two IP addresses of one IPv6 network share a limit', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', 429],
    ['IP addresses of two IPv6 networks have separate limits', '2001:db8:1:2::1', '2001:db8:1:3::1', 401],
    ['both notations of an IPv4 address share a limit', '::ffff:192.0.2.9', '192.0.2.9', 429],
    ['two IPv4-mapped addresses have separate limits', '::ffff:192.0.2.9', '::ffff:192.0.2.8', 401],
  ])('the anonymous rate limit groups clients by IP address or IPv6 network: %s', async (_name, one, other, status) => {
    const { statuses } = await open({ anonymous: QUOTA });
    await statuses(3, null, one);
    expect(await statuses(1, null, other)).toEqual([status]);
  });

  it.each([
    ['ignores X-Forwarded-For if proxies are not trusted', false, [401, 401, 401, 429]],
    ['identifies clients by X-Forwarded-For if proxies are trusted', true, [401, 401, 401, 401]],
  ])('the anonymous rate limit %s', async (_name, trusted, expected) => {
    const { sendRequest } = await open({ anonymous: QUOTA }, trusted);
    const statuses: number[] = [];
    for (let caller = 0; caller < 4; caller += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.99, 198.51.100.${caller}` };
      statuses.push((await sendRequest(null, '127.0.0.1', projectPath(), headers)).status);
    }
    expect(statuses).toEqual(expected);
  });

  it.each([
    '/.well-known/ai-catalog.json',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/mcp/server-card',
  ])('the anonymous rate limit applies to %s', async (path) => {
    const { statuses } = await open({ anonymous: QUOTA });
    const headers = { host: '127.0.0.1:8787' };
    expect(await statuses(4, null, '192.0.2.1', path, headers)).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, null, '192.0.2.2', path, headers)).toEqual([200]);
  });

  it('the anonymous rate limit does not apply to probes and the OpenAPI document', async () => {
    const { statuses } = await open({ anonymous: QUOTA });
    for (const path of ['/health', '/ready', '/openapi.json']) {
      expect(new Set(await statuses(10, null, '192.0.2.1', path))).toEqual(new Set([200]));
    }
  });
});
