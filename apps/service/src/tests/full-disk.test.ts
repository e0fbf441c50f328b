import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { SQLITE_MIGRATIONS } from '../areas.ts';
import { openSqliteStore } from '../open-store.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { StoreUnavailableError } from '../platform/database/store-unavailable-error.ts';
import { populate, projectPath, type TestItem } from '../testing/service.fixture.ts';

/** Setting that makes SQLite report a full disk. It applies to a single connection, and the service writes with only one. */
const SMALL = { name: 'a small disk', sql: 'PRAGMA max_page_count = 300' };

async function openOnSmallDisk() {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file, { migrations: [...SQLITE_MIGRATIONS, SMALL] });
  onTestFinished(() => store.close());
  const reportedErrors: unknown[] = [];
  const app = createApp(store, (error) => reportedErrors.push(error));
  const keys = await populate(store);
  const sendRequest = async (method: string, path: string, json?: unknown) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  // The items are deleted through a second connection. The page limit does not apply to this connection, so it simulates a disk with free space.
  const freeSpace = () => {
    const database = new DatabaseSync(file);
    database.exec('DELETE FROM context_items; VACUUM');
    database.close();
  };
  return { sendRequest, reported: reportedErrors, freeSpace };
}

it('while the disk is full, the service rejects writes with 503, /ready fails, and no data is lost', async () => {
  const { sendRequest, reported, freeSpace } = await openOnSmallDisk();
  expect((await sendRequest('GET', '/ready')).status).toBe(200);
  const log = { status: 200, method: 'GET', url: '/pets', timestamp: '2026-03-01T10:00:00Z' };
  const { id: logId } = (await sendRequest('POST', projectPath('/logs'), log)).body;

  // The items have no words in common, so that each item takes a lot of disk space.
  const keptItems: TestItem[] = [];
  const fill = async (words: number) => {
    for (;;) {
      const number = keptItems.length;
      const content = Array.from({ length: words }, (_, word) => `w${number}x${word}`).join(' ');
      const response = await sendRequest('POST', projectPath('/context'), { title: `Item ${number}`, content });
      if (response.status !== 201) return response;
      keptItems.push(response.body);
    }
  };
  const refusedResponse = await fill(600);
  expect(keptItems.length).toBeGreaterThan(2);
  expect([refusedResponse.status, refusedResponse.headers.get('retry-after')]).toEqual([503, '5']);
  expect(refusedResponse.body).toEqual({
    error: {
      code: 'unavailable',
      message: 'The disk of the SQLite database is full, and the request was not executed',
      requestId: refusedResponse.headers.get('x-request-id'),
    },
  });
  expect(reported.splice(0)).toMatchObject([
    { name: 'StoreUnavailableError', message: 'The disk of the SQLite database is full: database or disk is full' },
  ]);
  expect(await sendRequest('GET', '/ready')).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', message: 'The disk of the SQLite database is full' } },
  });
  expect((await sendRequest('GET', '/health')).status).toBe(200);

  // Large items fill most of the disk, and small items fill the last page.
  for (const words of [50, 1]) await fill(words);
  // Reads continue to work, except for reads of complete logs, for which the service cannot write audit entries.
  expect((await sendRequest('GET', projectPath('/context?limit=500'))).body.items).toEqual(keptItems);
  // Some audit entries still fit into free space that SQLite reuses.
  let unauditedResponse = await sendRequest('GET', projectPath(`/logs/${logId}`));
  while (unauditedResponse.status === 200) unauditedResponse = await sendRequest('GET', projectPath(`/logs/${logId}`));
  expect([unauditedResponse.status, unauditedResponse.headers.get('retry-after')]).toEqual([503, '5']);
  expect(reported.splice(0).every((error) => error instanceof StoreUnavailableError)).toBe(true);

  freeSpace();
  expect((await sendRequest('GET', projectPath(`/logs/${logId}`))).status).toBe(200);
  await expect.poll(async () => (await sendRequest('GET', '/ready')).status).toBe(200);
  expect((await sendRequest('POST', projectPath('/context'), { title: 'There is space again' })).status).toBe(201);
  expect(reported).toEqual([]);
});
