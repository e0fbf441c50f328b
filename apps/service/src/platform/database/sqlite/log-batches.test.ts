import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LOG, OWN_PROJECT, populate } from '../../../testing/service.fixture.ts';
import { openTestStore } from '../behavior/database.fixture.ts';

it('the service handles other requests while it stores a batch of long URLs in one transaction', async () => {
  const { store, another } = await openTestStore();
  await populate(store);
  const { id } = await store.accounts.projectBySlug(OWN_PROJECT);
  const other = await another();
  const logs = Array.from({ length: 100 }, () => ({ ...LOG, url: randomBytes(6_000).toString('base64') }));
  let isStored = false;
  const addPromise = store.logs.addAll(id, logs).finally(() => {
    isStored = true;
  });
  const seenNumbers = new Set<number>();
  let turns = 0;
  for (; !isStored; turns += 1) {
    await setImmediate();
    const { items } = await other.logs.search(id, {}, { limit: 200 });
    seenNumbers.add(items.length);
  }
  await addPromise;
  expect((await other.logs.search(id, {}, { limit: 200 })).items).toHaveLength(100);
  expect(turns).toBeGreaterThanOrEqual(25);
  expect([...seenNumbers].filter((count) => count !== 0 && count !== 100)).toEqual([]);
});
