import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { createProject } from '../behavior/accounts.fixture.ts';
import { openTestStore } from '../behavior/database.fixture.ts';
import { startServiceProcess } from '../behavior/process.fixture.ts';

const LOGS = 500;
const ADDRESS = 'zqann@secret.example';
const SPELLINGS = [ADDRESS, 'ZQann@Secret.example', 'zqann%40secret.example', 'zqann\\u0040secret.example'];

/** Counts the occurrences of a text in all files of a folder, in any letter case. The keys are the last three characters of the file names. */
function countOccurrences(folder: string, text: string): Record<string, number> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name.slice(-3),
      readFileSync(join(folder, name), 'latin1').toLowerCase().split(text).length - 1,
    ]),
  );
}

it('no file of a SQLite database contains the email address of an erased user, while the service runs and after it stops', async () => {
  const { store, database } = await openTestStore();
  const keys = await populate(store);
  const user = getUserId((await createProject(store, keys.ann)).id, ADDRESS);
  await store.close();
  const service = await startServiceProcess(database.name);
  const headers = { authorization: `Bearer ${keys.ann}` };
  const send = (path: string, init: RequestInit = {}) =>
    fetch(service.url + projectPath(path), { ...init, headers: { ...headers, ...init.headers } });
  const createLine = (index: number) => {
    const spelling = SPELLINGS[index % SPELLINGS.length] ?? ADDRESS;
    return JSON.stringify({
      ...LOG,
      // Every fifth log is from another user and contains the email address.
      groupEmail: index % 5 === 0 ? 'bob@example.com' : (SPELLINGS[index % 2] ?? ADDRESS),
      timestamp: new Date(Date.UTC(2026, 2, 1) + index * 60_000).toISOString(),
      url: `/users/${spelling}/${index}`,
      route: `/u/${spelling}`,
      userAgent: `client (${spelling})`,
      errorCode: `e:${spelling}`,
      request: { body: `${'x'.repeat(index * 17)} ${spelling}`, form: `email=${spelling}&n=${index}` },
      response: { body: [spelling, 'y'.repeat(index % 7000)] },
    });
  };
  for (let start = 0; start < LOGS; start += 50) {
    const body = Array.from({ length: 50 }, (_, index) => createLine(start + index)).join('\n');
    const response = await send('/logs-batch', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(response.status).toBe(201);
  }
  const note = { method: 'PATCH', body: JSON.stringify({ name: ADDRESS, note: `wrote to ${ADDRESS}` }) };
  await expect
    .poll(
      async () => (await send(`/users/${user}`, { ...note, headers: { 'content-type': 'application/json' } })).status,
    )
    .toBe(200);
  const folder = dirname(database.name);
  const before = countOccurrences(folder, 'zqann');
  expect(Object.values(before).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(LOGS);

  expect((await send(`/users/${user}`, { method: 'DELETE' })).status).toBe(202);
  const isFinished = async () => {
    const { finishedAt } = (await (await send(`/users/${user}/erasure`)).json()) as { finishedAt: string | null };
    return finishedAt !== null;
  };
  await expect.poll(isFinished).toBe(true);
  const createZeroes = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
  expect(countOccurrences(folder, 'zqann')).toEqual(createZeroes(['.db', 'shm', 'wal']));
  expect(await service.stop()).toBe(0);
  expect(countOccurrences(folder, 'zqann')).toEqual(createZeroes(['.db']));
});
