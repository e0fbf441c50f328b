import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { LOGS } from '../tables.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { CREATE_LOG_TABLE, LOG_COLUMN_TYPES } from './log-table.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const OLD_INDEX = 'INDEX by_url url TYPE ngrambf_v1(3, 16384, 3, 0) GRANULARITY 1';
const LOG = {
  status: 200,
  method: 'GET',
  groupEmail: null,
  environment: 'production',
  timestamp: '2026-03-01T10:00:00.000Z',
  request: {},
  response: {},
} as const;

/** Creates a store whose table of logs was created by an earlier version. @param change changes the statement that creates the table */
async function openOldTable(change: (statement: string) => string) {
  const { store, database, another } = await openTestStore();
  const { ann } = await populate(store);
  const project = (await createProject(store, ann)).id;
  const clickHouse = openClickHouse(testBackend().getEnvironment?.(database.name).LOGS_URL ?? '');
  onTestFinished(() => clickHouse.close());
  const oldTable = change(CREATE_LOG_TABLE);
  expect(oldTable).not.toBe(CREATE_LOG_TABLE);
  await clickHouse.rewrite('DROP TABLE logs');
  await clickHouse.rewrite(oldTable);
  return { store, another, project, clickHouse };
}

it('the table of logs in ClickHouse has the columns of the other databases, and two more', () => {
  expect(Object.keys(LOG_COLUMN_TYPES).sort()).toEqual(
    [...Object.values<string>(LOGS.names), 'address', 'month'].sort(),
  );
});

describe.skipIf(!isClickHouseInstalled())('the table of logs in ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('gets the columns that it lacks if an earlier version created it, and its logs have their default values', async () => {
    const { store, another, project, clickHouse } = await openOldTable((statement) =>
      statement.replace(/^ *(trace_id|environment) .*\n/gm, '').replace(/^ *INDEX by_trace .*\n/m, ''),
    );
    await clickHouse.rewrite(
      `INSERT INTO logs (project_id, timestamp, number, month, id, status, method, url, request, response)
       VALUES ({project:String}, 1772359200000, 1, '2026-03-01', 'log_old', 200, 'GET', '/old', '{}', '{}')`,
      { project },
    );
    const [first, second] = await Promise.all([another(), another()]);
    await first.logs.addAll(project, [{ ...LOG, environment: 'staging', traceId: 'trace-1', url: '/new' }]);
    const { items } = await second.logs.search(project, {}, { limit: 10 });
    expect(items.map(({ url, environment, traceId }) => [url, environment, traceId])).toEqual([
      ['/new', 'staging', 'trace-1'],
      ['/old', 'production', null],
    ]);
    await expect(store.logs.search(project, { environment: 'staging' }, { limit: 10 })).resolves.toMatchObject({
      items: [{ url: '/new' }],
    });
  });

  it('gets the index of trigrams if an earlier version created it, and keeps its logs', async () => {
    const { store, another, project, clickHouse } = await openOldTable((statement) =>
      statement.replace(/INDEX by_url_trigrams .*/, OLD_INDEX),
    );
    const searchUrls = async (text: string) => {
      const page = await store.logs.search(project, { urlContains: text }, { limit: 10 });
      return page.items.map(({ url }) => url);
    };
    await store.logs.addAll(project, [
      { ...LOG, url: 'https://api.example.com/pets/0a1b2c3d' },
      { ...LOG, url: 'https://api.example.com/pets/ffffffff' },
    ]);
    const upgradedStore = await another();
    await upgradedStore.logs.addAll(project, [{ ...LOG, url: 'https://api.example.com/orders/0a1b2c3d' }]);
    expect(await searchUrls('0a1b2c3d')).toEqual([
      'https://api.example.com/orders/0a1b2c3d',
      'https://api.example.com/pets/0a1b2c3d',
    ]);
    const indexes = await clickHouse.all(
      "SELECT name, type FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'logs' AND name LIKE 'by_url%'",
    );
    expect(indexes).toEqual([{ name: 'by_url_trigrams', type: 'text' }]);
  });
});
