import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOG, OWN_PROJECT, populate } from '../../http/service.fixture.ts';
import { scratchFolder } from '../behavior/database.fixture.ts';
import { openSqliteStore } from './store.ts';

/** Opens a store and adds more logs than a checkpoint waits for, but far less than a commit would copy itself. */
async function openWithManyLogs() {
  const folder = scratchFolder();
  const file = join(folder, 'service.db');
  const store = openSqliteStore(file);
  await populate(store);
  const before = statSync(file).size;
  const project = (await store.accounts.projects()).find(({ slug }) => slug === OWN_PROJECT);
  const logs = Array.from({ length: 1_500 }, (_, at) => ({ ...LOG, url: `/pets/${at}` }));
  await store.logs.addAll(project?.id ?? '', logs);
  return { folder, file, store, before };
}

it('copies the write-ahead log into the database file while the store is open', async () => {
  const { file, store, before } = await openWithManyLogs();
  await expect.poll(() => statSync(file).size, { timeout: 60_000 }).toBeGreaterThan(before);
  await store.close();
});

it('leaves only the database file after a store is closed during a checkpoint', async () => {
  const { folder, store } = await openWithManyLogs();
  await store.close();
  expect(readdirSync(folder)).toEqual(['service.db']);
});
