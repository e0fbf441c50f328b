import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { pruneLogs } from '../areas/maintenance/retention.ts';
import { foldTraffic, rebuildTraffic } from '../areas/metrics/fold-traffic.ts';
import { hashKey } from '../platform/access/api-keys.ts';
import { PRUNE_CONTEXT } from '../platform/database/behavior/accounts.fixture.ts';
import { type QuotaLimits, Quotas } from '../platform/quotas/quotas.ts';
import { ITEM, LOG, OWN_PROJECT, openService, projectPath, SECOND_PROJECT } from '../testing/service.fixture.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const LARGE_LOG = { ...LOG, response: { body: 'x'.repeat(10_000) } };

async function open(limits: QuotaLimits) {
  const { store, keys, reported } = await openService();
  const clock = { now: NOON, elapsed: 0 };
  const warnings: string[] = [];
  const create = () => {
    const quotas = new Quotas(store, limits, {
      warn: (warning) => warnings.push(warning),
      now: () => clock.now,
      elapsed: () => clock.elapsed,
    });
    const app = createApp(store, (error) => reported.push(error), { quotas });
    const post = async (
      path: string,
      body: unknown,
      { key = keys.ann, slug = OWN_PROJECT, headers = {} }: { key?: string; slug?: string; headers?: object } = {},
    ) => {
      const response = await app.request(projectPath(path, slug), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const { error } = (await response.json()) as { error?: { code: string; message: string } };
      return { status: response.status, retryAfter: response.headers.get('retry-after'), error };
    };
    return { quotas, post, app };
  };
  const project = await store.accounts.projectBySlug(OWN_PROJECT);
  return { ...create(), create, store, keys, clock, warnings, reported, project };
}

const size = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

describe('the quota of a key per day', () => {
  it('the daily quota of a key rejects further writes until the next day, and the error states the quota, the usage and the fix', async () => {
    const { post, clock, quotas, store, keys } = await open({ keyDay: 2.5 * size(LOG) });
    expect((await post('/logs', LOG)).status).toBe(201);
    expect((await post('/logs', LOG)).status).toBe(201);
    const refusedResponse = await post('/logs', LOG);
    expect(refusedResponse).toMatchObject({
      status: 429,
      retryAfter: String(12 * 3_600),
      error: { code: 'quota_exceeded' },
    });
    expect(refusedResponse.error?.message).toMatch(
      /^This write of \d+ bytes would exceed the quota of the key key_\w+: at most .* on this UTC day, of which .* are used; try again in 43200 s, or ask the operator to raise --max-key-bytes-per-day$/,
    );
    expect((await post('/logs', LOG, { key: keys.bob, slug: OWN_PROJECT })).status).toBe(404);
    clock.now += 12 * 3_600_000;
    expect((await post('/logs', LOG)).status).toBe(201);
    await quotas.close();
    const caller = await store.accounts.principal(hashKey(keys.ann));
    expect(await store.usage.keyBytes(caller?.keyId ?? '', NOON / 60_000 - 720)).toBe(2 * size(LOG));
  });

  it('the daily quota of a key does not count rejected requests, repeated requests or requests of other keys', async () => {
    const { post, keys } = await open({ keyDay: 2 * size(ITEM) });
    for (let time = 0; time < 5; time += 1) expect((await post('/context', { ...ITEM, title: '' })).status).toBe(400);
    const headers = { 'idempotency-key': 'once' };
    expect((await post('/context', ITEM, { headers })).status).toBe(201);
    expect((await post('/context', ITEM, { headers })).status).toBe(201);
    expect((await post('/context', ITEM)).status).toBe(201);
    expect((await post('/context', ITEM)).status).toBe(429);
    expect((await post('/context', ITEM, { key: keys.annsReadOnly })).status).toBe(403);
  });

  it('the daily quota of a key is not exceeded by concurrent requests', async () => {
    const { post } = await open({ keyDay: 7 * size(LOG) });
    const responses = await Promise.all(Array.from({ length: 30 }, () => post('/logs', LOG)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(23);
  });

  it('the daily quota of a key includes the bytes that another process has stored', async () => {
    const { create, post, quotas } = await open({ keyDay: 3 * size(LOG) });
    expect((await post('/logs', LOG)).status).toBe(201);
    await quotas.close();
    const other = create();
    const responses = [await other.post('/logs', LOG), await other.post('/logs', LOG), await other.post('/logs', LOG)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 429]);
  });
});

describe('the quota of a project', () => {
  it('the quota of a project rejects writes only to the full project, until logs are deleted', async () => {
    const { post, store, clock } = await open({ project: 50_000 });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await post('/logs', LARGE_LOG)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
    const refusedResponse = await post('/logs', LARGE_LOG);
    expect(refusedResponse.retryAfter).toBe('3600');
    expect(refusedResponse.error?.message).toContain(
      `the quota of the project ${OWN_PROJECT}: at most 48.8 KiB in all`,
    );
    expect((await post('/logs', LARGE_LOG, { slug: SECOND_PROJECT })).status).toBe(201);
    await pruneLogs(store, 30, PRUNE_CONTEXT, { now: Date.parse(LOG.timestamp) + 40 * 86_400_000 });
    clock.elapsed += 60_000;
    expect((await post('/logs', LARGE_LOG)).status).toBe(201);
  });

  it('the quota of a project counts logs before and after they are aggregated, with the same result when a day is counted again', async () => {
    const { post, store, project } = await open({ project: 1_000_000 });
    for (const body of [LARGE_LOG, LOG, { ...LOG, timestamp: '2026-02-01T00:00:00.000Z' }]) await post('/logs', body);
    await post('/context', ITEM);
    const before = await store.usage.projectBytes(project.id);
    expect(before).toBeGreaterThan(10_000);
    await foldTraffic(store);
    expect(await store.usage.projectBytes(project.id)).toBe(before);
    await rebuildTraffic(store, project.id);
    expect(await store.usage.projectBytes(project.id)).toBe(before);
  });
});

describe('the quota of the database', () => {
  it('the quota of the database rejects writes of all keys to all projects, but allows reads and deletions', async () => {
    const { post, app, keys, store } = await open({ database: 1 });
    const item = await store.contextItems.create((await store.accounts.projectBySlug(OWN_PROJECT)).id, ITEM);
    for (const slug of [OWN_PROJECT, SECOND_PROJECT]) {
      const refused = await post('/context', ITEM, { slug });
      expect(refused).toMatchObject({ status: 429, error: { code: 'quota_exceeded' } });
      expect(refused.error?.message).toContain('--max-database-size');
    }
    const headers = { authorization: `Bearer ${keys.ann}` };
    expect((await app.request(projectPath('/logs'), { headers })).status).toBe(200);
    const deleted = await app.request(projectPath(`/context/${item.id}`), { method: 'DELETE', headers });
    expect(deleted.status).toBe(204);
  });
});

describe('warnings and metrics of quotas', () => {
  it('the service logs one warning when the usage of a quota exceeds 80 percent', async () => {
    const { post, warnings, quotas } = await open({ keyDay: 10 * size(LOG) });
    for (let time = 0; time < 7; time += 1) await post('/logs', LOG);
    expect(warnings).toEqual([]);
    for (let time = 0; time < 4; time += 1) await post('/logs', LOG);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^the key key_\w+ has used 80 % of its quota of .* for this UTC day \(--max-key-bytes-per-day\); writes beyond it are rejected$/,
    );
    const [used, rejections] = quotas.gauges;
    expect(used?.read()).toEqual(new Map([['key-day', 1]]));
    expect(rejections?.read()).toEqual(new Map([['key-day', 1]]));
  });

  it('without quotas, the service neither warns nor measures the usage', async () => {
    const { post, warnings, quotas } = await open({});
    expect((await post('/logs', LOG)).status).toBe(201);
    expect(warnings).toEqual([]);
    expect(quotas.gauges.map(({ read }) => read())).toEqual([new Map(), new Map()]);
  });
});
