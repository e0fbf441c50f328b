import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { CREATE_LOG_TABLE } from './log-table.ts';
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

describe.skipIf(!isClickHouseInstalled())('the table of logs in ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('gets the index of trigrams if an earlier version created it, and keeps its logs', async () => {
    const { store, database, another } = await openTestStore();
    const { ann } = await populate(store);
    const project = (await createProject(store, ann)).id;
    const clickHouse = openClickHouse(testBackend().getEnvironment?.(database.name).LOGS_URL ?? '');
    onTestFinished(() => clickHouse.close());
    const oldTable = CREATE_LOG_TABLE.replace(/INDEX by_url_trigrams .*/, OLD_INDEX);
    expect(oldTable).toContain(OLD_INDEX);
    await clickHouse.rewrite('DROP TABLE logs');
    await clickHouse.rewrite(oldTable);
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
