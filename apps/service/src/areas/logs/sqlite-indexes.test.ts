import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../open-store.ts';
import { scratchFolder } from '../../platform/database/behavior/database.fixture.ts';
import type { Sql, SqlValue } from '../../platform/database/sql.ts';
import { SqliteConnection } from '../../platform/database/sqlite/sqlite-connection.ts';
import { LOG, populate } from '../../testing/service.fixture.ts';
import { logSearch } from './log-search.ts';
import { createSqliteLogIndexes } from './sqlite-indexes.ts';
import type { LogSearch } from './store.ts';

const time = LOG.timestamp;
const FILTERS: LogSearch = {
  groupEmail: LOG.groupEmail,
  status: LOG.status,
  method: LOG.method,
  urlContains: 'pets',
  since: time,
  until: time,
};

/** Searches with every combination of the six filters. */
const COMBINATIONS: LogSearch[] = Array.from({ length: 64 }, (_, bits) =>
  Object.fromEntries(Object.entries(FILTERS).filter((_entry, index) => bits & (1 << index))),
);

it('log search on SQLite scans the index of the most selective filter and looks up candidates by id', async () => {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  await populate(store);
  const [project] = await store.accounts.projects();
  await store.transaction(async ({ logs }) => {
    for (let number = 0; number < 30; number += 1) await logs.add(project?.id ?? '', LOG);
  });
  await store.close();
  const connection = new SqliteConnection(file, { readOnly: true, busyTimeout: 0 });
  onTestFinished(() => connection.close());
  let plans: string[] = [];
  const explainedSql: Sql = {
    run: (sql, ...values) => connection.run(sql, ...values),
    get: (sql, ...values) => explain(sql, values).then(() => connection.get(sql, ...values)),
    all: (sql, ...values) => explain(sql, values).then(() => connection.all(sql, ...values)),
  };
  const explain = async (sql: string, values: readonly SqlValue[]) => {
    // With two bounds at one end, a statement might scan all logs between the bounds for every batch.
    for (const bound of [/\btimestamp(?:, number\))? >/g, /\btimestamp(?:, number\))? </g]) {
      expect((sql.match(bound) ?? []).length, sql).toBeLessThanOrEqual(1);
    }
    const rows = await connection.all(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    plans.push(...rows.map(({ detail }) => String(detail)).filter((detail) => /\blogs\b/.test(detail)));
  };
  const search = logSearch(explainedSql, createSqliteLogIndexes(explainedSql), {
    time: 1_000,
    batchSize: 10,
    lookupTimeout: 1_000,
  });
  for (const each of COMBINATIONS) {
    plans = [];
    const first = await search(project?.id ?? '', each, { limit: 5 });
    await search(project?.id ?? '', each, { limit: 50, cursor: first.next ?? undefined });
    const index = each.groupEmail
      ? 'logs_by_address'
      : each.status
        ? 'logs_by_status'
        : each.method
          ? 'logs_by_method'
          : 'logs_by_time';
    const ways = plans.map((plan) => /logs_by_\w+|INTEGER PRIMARY KEY|SEARCH logs$/.exec(plan)?.[0] ?? plan);
    const allowed = each.urlContains ? [index, 'INTEGER PRIMARY KEY', 'SEARCH logs'] : [index];
    expect(ways, JSON.stringify(each)).toContain(index);
    for (const way of ways) expect(allowed, JSON.stringify(each)).toContain(way);
  }
});
