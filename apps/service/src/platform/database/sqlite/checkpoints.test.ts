import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../open-store.ts';
import { LOG, OWN_PROJECT, populate } from '../../../testing/service.fixture.ts';
import { scratchFolder } from '../behavior/database.fixture.ts';

/** Opens a store and adds logs. The number of logs is sufficient for a checkpoint, but too small for a commit to run the checkpoint itself. */
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

it('a checkpoint copies the write-ahead log into the database file while the store is open', async () => {
  const { file, store, before } = await openWithManyLogs();
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before);
  await store.close();
});

it('only the database file remains after a store is closed during a checkpoint', async () => {
  const { folder, store } = await openWithManyLogs();
  await store.close();
  expect(readdirSync(folder)).toEqual(['service.db']);
});

it('a process does not exit before its checkpoint thread has closed the database file', async () => {
  const { folder, file, store } = await openWithManyLogs();
  await store.close();
  const program = `
    import { openSqliteStore } from '${new URL('../../../open-store.ts', import.meta.url)}';
    const store = openSqliteStore(process.argv[1]);
    const [{ id }] = await store.accounts.projects();
    const log = { status: 200, method: 'GET', url: '/', groupEmail: null, timestamp: '2026-01-02T00:00:00.000Z', durationMs: null,
      route: null, userAgent: null, errorCode: null, environment: 'production', traceId: null, recoveryHintId: null,
      request: null, response: null };
    await store.logs.addAll(id, Array.from({ length: 1_500 }, () => log));
    await store.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(readdirSync(folder)).toEqual(['service.db']);
});
