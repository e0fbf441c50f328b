import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { eraseUsers } from '../../../areas/users/erase-users.ts';
import { TABLES } from '../../../areas.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { createProject } from '../behavior/accounts.fixture.ts';
import { listErasedTables } from '../table.ts';
import { query, startPostgres } from './server.fixture.ts';

const ADDRESS = 'zqann@secret.example';
const LOGS = 500;

/** Counts the occurrences of a text in the files of all tables and indexes of a server, but not in its write-ahead log. */
async function countOccurrences(url: string, text: string): Promise<number> {
  await query(url, 'CHECKPOINT');
  const [row] = await query(url, "SELECT current_setting('data_directory') AS folder");
  const folder = join(String(row?.folder), 'base');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) =>
      sum + readFileSync(join(parentPath, name), 'latin1').toLowerCase().split(text).length - 1,
    0,
  );
}

it('an erasure vacuums the tables of PostgreSQL, and after VACUUM FULL no table file contains the email address', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const url = await server.database();
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  const { id } = await createProject(store, (await populate(store)).ann);
  await store.logs.addAll(
    id,
    Array.from({ length: LOGS }, (_, index) => ({
      ...LOG,
      groupEmail: ADDRESS,
      url: `/users/${ADDRESS}/${index}`,
      route: `/users/${ADDRESS}`,
      errorCode: `e:${ADDRESS}`,
      response: { body: [ADDRESS, 'y'.repeat(index * 10)] },
    })),
  );
  await foldTraffic(store);
  expect(await countOccurrences(url, 'zqann')).toBeGreaterThan(LOGS);
  await store.erasures.request(id, getUserId(id, ADDRESS));
  expect(await eraseUsers(store)).toBe(1);
  const vacuumedTables = await query(
    url,
    'SELECT relname AS name FROM pg_stat_user_tables WHERE vacuum_count > 0 ORDER BY relname',
  );
  expect(vacuumedTables.map(({ name }) => name)).toEqual(listErasedTables(TABLES).sort());
  // VACUUM does not overwrite the free space of a page. VACUUM FULL writes the tables again.
  await query(url, `VACUUM FULL ${listErasedTables(TABLES).join(', ')}`);
  expect(await countOccurrences(url, 'zqann')).toBe(0);
});
