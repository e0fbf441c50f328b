import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import {
  closePool,
  openPool,
  POSTGRES_TIMEOUTS,
  queryPool,
} from '../../../platform/database/postgres/connection-pool.ts';
import { PostgresSql } from '../../../platform/database/postgres/postgres-sql.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { moveLogs } from './move-logs.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

if (isClickHouseInstalled()) useClickHouse();

it.skipIf(!isClickHouseInstalled())(
  'move-logs copies each log to ClickHouse once, despite interruptions and while both databases receive logs, and cursors stay valid',
  async () => {
    const { store, database } = await openTestStore();
    const { ann } = await populate(store);
    const project = (await createProject(store, ann)).id;
    const source = await openPostgresStore(database.name);
    onTestFinished(() => source.close());
    const add = (count: number, name: string, target = source) => {
      const logs = Array.from({ length: count }, (_, index) => ({
        ...LOG,
        groupEmail: 'Ann@x.example',
        url: `/${name}/${index}`,
      }));
      return target.logs.addAll(project, logs);
    };
    for (let batch = 0; batch < 3; batch += 1) await add(900, `before-${batch}`);
    const page = await source.logs.search(project, { groupEmail: 'ann@x.example' }, { limit: 100 });
    const clickHouse = openClickHouse(testBackend().getEnvironment?.(database.name).LOGS_URL ?? '');
    const pool = openPool(database.name, 1, POSTGRES_TIMEOUTS);
    onTestFinished(async () => {
      await clickHouse.close();
      await closePool(pool);
    });
    const sql = new PostgresSql({ query: (statement) => queryPool(pool, statement, POSTGRES_TIMEOUTS.work) });
    const interruption = new AbortController();
    let inserts = 0;
    const interruptedLogs = await moveLogs(
      sql,
      {
        ...clickHouse,
        async insert(...given) {
          await clickHouse.insert(...given);
          inserts += 1;
          if (inserts === 2) interruption.abort();
        },
      },
      { signal: interruption.signal },
    );
    expect(interruptedLogs).toEqual({ copied: 1_000, source: 2_700, target: 1_000 });
    await add(10, 'meanwhile');
    // The service has been switched to ClickHouse before the remaining logs are copied.
    await add(20, 'switched', store);
    expect(await moveLogs(sql, clickHouse)).toEqual({ copied: 1_710, source: 2_710, target: 2_710 });
    expect(await moveLogs(sql, clickHouse)).toEqual({ copied: 0, source: 2_710, target: 2_710 });
    const next = await store.logs.search(
      project,
      { groupEmail: 'ann@x.example' },
      { limit: 100, cursor: page.next ?? '' },
    );
    const expected = await source.logs.search(
      project,
      { groupEmail: 'ann@x.example' },
      { limit: 100, cursor: page.next ?? '' },
    );
    expect(next).toEqual(expected);
    const [count] = await clickHouse.all('SELECT count() AS n, uniqExact(number) AS numbers FROM logs');
    expect([Number(count?.n), Number(count?.numbers)]).toEqual([2_730, 2_730]);
    const moved = page.items[0]?.id ?? '';
    expect(await store.logs.get(project, moved)).toEqual(await source.logs.get(project, moved));
  },
);
