import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ANN, BOB, openService } from '../../testing/service.fixture.ts';
import { keepReportingKeys, listExpiringKeys } from './expiring-keys.ts';
import { Metrics } from './metrics.ts';
import { startMetricsServer } from './metrics-server.ts';

const DAY_MS = 86_400_000;
const getTime = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Creates keys with different expiry times. Only the key named `soon` must be reported. */
async function openWithKeys() {
  const { store } = await openService();
  const create = (name: string, expiresAt: string | null, email = ANN) =>
    store.accounts.createKey(email, { access: 'full', hash: name, name, expiresAt });
  const soon = await create('soon', getTime(29));
  await create('later', getTime(31));
  await create('never', null);
  await create('expired', getTime(-1));
  await store.accounts.revokeKey(await create('revoked', getTime(5)));
  await store.accounts.rotateKey(await create('rotated', getTime(5)), {
    hash: 'successor',
    oldExpiresAt: getTime(1),
    expiresAt: null,
  });
  await create('of a revoked user', getTime(5), BOB);
  await store.accounts.setRevoked(BOB, true);
  return { store, soon };
}

describe('keys that expire soon', () => {
  it('only active keys that expire within 30 days and were not rotated are listed', async () => {
    const { store } = await openWithKeys();
    expect((await listExpiringKeys(store)).map(({ name }) => name)).toEqual(['soon']);
  });

  it('a warning about an expiring key contains the id of the key and the command, but no email address', async () => {
    const { store, soon } = await openWithKeys();
    const warnings: string[] = [];
    const stopping = new AbortController();
    const end = keepReportingKeys(
      store,
      (warning) => warnings.push(warning),
      () => undefined,
      stopping.signal,
    );
    while (warnings.length === 0) await setImmediate();
    stopping.abort();
    await end;
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^key ${soon} expires at .*Z: .*rotate-key ${soon}$`))]);
    expect(warnings.join()).not.toContain(ANN);
  });

  it('the metrics contain the number of keys that expire soon', async () => {
    const { store } = await openWithKeys();
    const server = await startMetricsServer(new Metrics(), store, { host: '127.0.0.1', port: 0 });
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    await server.close();
    expect(text).toContain('api_keys_expiring 1');
  });
});
