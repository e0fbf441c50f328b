import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoreWithLogs } from '../../../open-store.ts';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const LOGS = 30;

/**
 * Stores logs, and opens them through a proxy that ends statements as ClickHouse does if they take too long.
 * @param isTooSlow returns whether finding the end of a batch of this size takes too long
 */
async function openSlowSearch(isTooSlow: (batchSize: number) => boolean) {
  const { store, database } = await openTestStore();
  const { ann } = await populate(store);
  const project = (await createProject(store, ann)).id;
  await store.logs.addAll(
    project,
    Array.from({ length: LOGS }, (_, index) => ({ ...LOG, url: `/logs/${index}` })),
  );
  const batchSizes: number[] = [];
  const timeouts = new Set<string | null>();
  const logsUrl = testBackend().getEnvironment?.(database.name).LOGS_URL ?? '';
  const slowUrl = await startProxy(logsUrl, async ({ statement, parameters, response, forward }) => {
    const offset = /LIMIT 1 OFFSET (\d+)/.exec(statement)?.[1];
    if (offset === undefined) return forward();
    const size = Number(offset) + 1;
    batchSizes.push(size);
    timeouts.add(parameters.get('max_execution_time'));
    if (!isTooSlow(size)) return forward();
    response.writeHead(500, { 'x-clickhouse-exception-code': '159' });
    response.end('Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)');
    return undefined;
  });
  // Without a timeout for index lookups, the search reads batches only.
  const slowStore = await openStoreWithLogs(database.name, slowUrl, {
    logSearch: { time: 60_000, batchSize: 400_000, lookupTimeout: 0 },
  });
  onTestFinished(() => slowStore.close());
  return { search: () => slowStore.logs.search(project, {}, { limit: 100 }), batchSizes, timeouts };
}

describe.skipIf(!isClickHouseInstalled())('searches of logs in ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('a search reads smaller batches if finding the end of a batch takes too long', async () => {
    const { search, batchSizes, timeouts } = await openSlowSearch((size) => size > 10_000);
    const page = await search();
    expect([page.items.length, page.next]).toEqual([LOGS, null]);
    expect(batchSizes).toEqual([400_000, 50_000, 6_250]);
    expect([...timeouts]).toEqual(['12']);
  });

  it('a search fails as unavailable if finding the end of the smallest batch takes too long', async () => {
    const { search, batchSizes } = await openSlowSearch(() => true);
    await expect(search()).rejects.toThrow(StoreUnavailableError);
    expect(batchSizes).toEqual([400_000, 50_000, 6_250, 5_000]);
  });
});
