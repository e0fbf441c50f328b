import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../open-store.ts';
import { testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { getMinute } from '../../../platform/time/minutes.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { foldTraffic } from '../../metrics/fold-traffic.ts';
import type { Logs } from '../store.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openLogProject } from './log-project.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const DAY = getMinute(LOG.timestamp) - (getMinute(LOG.timestamp) % 1_440);
const GO_BACK = `SELECT setval(pg_get_serial_sequence('log_batches', 'number'), 2)`;

async function openProject() {
  const opened = await openLogProject();
  const { store, project } = opened;
  const readTotal = async () => {
    await foldTraffic(store);
    const always = [{ from: 0, to: getMinute('9999-01-01'), grain: 1_440 as const }];
    const totals = await store.traffic.totals(project, always, {});
    return [...totals.values()][0]?.n ?? 0;
  };
  const listUrls = async (logs: Logs) => {
    const { items } = await logs.search(project, {}, { limit: 100 });
    return items.map(({ url }) => url).sort();
  };
  const add = async (logs: Logs, ...urls: string[]) => {
    for (const url of urls) await logs.add(project, { ...LOG, url });
  };
  return { ...opened, readTotal, listUrls, add };
}

describe.skipIf(!isClickHouseInstalled())('the numbers of batches in ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('no acknowledged log is lost if the sequence of PostgreSQL goes back while the service runs', async () => {
    const { store, database, clickHouse, listUrls, readTotal, add } = await openProject();
    await add(store.logs, '/1', '/2', '/3', '/4', '/5');
    await query(database.name, GO_BACK);
    await add(store.logs, '/6', '/7', '/8');
    expect(await listUrls(store.logs)).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8']);
    expect(await readTotal()).toBe(8);
    expect(await clickHouse.all('SELECT number FROM logs GROUP BY number HAVING count() > 1')).toEqual([]);
  });

  it('a search returns all logs after the sequence of PostgreSQL has gone back', async () => {
    const { store, database, listUrls, add } = await openProject();
    await add(store.logs, '/1', '/2', '/3', '/4', '/5');
    await query(database.name, GO_BACK);
    expect(await listUrls(store.logs)).toEqual(['/1', '/2', '/3', '/4', '/5']);
  });

  it('a process does not reuse the numbers of batches that other processes opened before PostgreSQL was restarted', async () => {
    const { store, another, database, clickHouse, listUrls, add } = await openProject();
    const idleStore = await another();
    await add(idleStore.logs, '/1');
    await add(store.logs, '/2', '/3', '/4', '/5');
    await testBackend().crash?.();
    await query(database.name, GO_BACK);
    const isAdded = () =>
      add(idleStore.logs, '/6').then(
        () => true,
        () => false,
      );
    await expect.poll(isAdded).toBe(true);
    await add(idleStore.logs, '/7');
    expect(await listUrls(store.logs)).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/7']);
    expect(await clickHouse.all('SELECT number FROM logs GROUP BY number HAVING count() > 1')).toEqual([]);
  });

  it('a rebuild does not count logs that another process stores at the same time', async () => {
    const { store, database, project, logsUrl, countStored, readTotal, add } = await openProject();
    await add(store.logs, '/1', '/2');
    let addPromise: Promise<void> | undefined;
    const proxy = await startProxy(logsUrl, async ({ statement, forward }) => {
      if (statement.includes('AS bytes FROM logs') && !addPromise) {
        addPromise = store.transaction(({ logs }) => add(logs, '/3', '/4', '/5'));
        await expect.poll(countStored).toBe(3);
      }
      return forward();
    });
    const client = await openStore(database.name, { logs: proxy });
    onTestFinished(() => client.close());
    expect(await client.traffic.rebuildDay(project, DAY)).toBe(true);
    await addPromise;
    expect(await readTotal()).toBe(5);
    expect(await countStored()).toBe(5);
  });

  it('a search does not return logs that are not committed, and returns all logs that were committed before it', async () => {
    const { store, database, logsUrl, listUrls, countStored, add } = await openProject();
    let isHeld = false;
    let commit: (() => void) | undefined;
    let transaction: Promise<void> | undefined;
    const proxy = await startProxy(logsUrl, async ({ statement, forward }) => {
      if (isHeld && statement.includes(' FROM logs WHERE project_id') && !transaction) {
        transaction = store.transaction(async ({ logs }) => {
          await add(logs, '/2');
          await new Promise<void>((resolve) => {
            commit = resolve;
          });
        });
        await expect.poll(countStored).toBe(2);
      }
      return forward();
    });
    const client = await openStore(database.name, { logs: proxy });
    onTestFinished(() => client.close());
    await add(store.logs, '/1');
    isHeld = true;
    const urls = await listUrls(client.logs);
    while (!commit) await setTimeout(1);
    commit();
    await transaction;
    expect(urls).toEqual(['/1']);
    expect(await listUrls(client.logs)).toEqual(['/1', '/2']);
  });
});
