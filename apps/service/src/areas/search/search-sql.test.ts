import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../open-store.ts';
import { scratchFolder } from '../../platform/database/behavior/database.fixture.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { SqliteConnection } from '../../platform/database/sqlite/sqlite-connection.ts';
import { populate } from '../../testing/service.fixture.ts';
import { createSqlProjectSearch } from './search-sql.ts';

it('a search on SQLite reads the texts of its results by number, and no other texts of the project', async () => {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  await populate(store);
  const [project] = await store.accounts.projects();
  const projectId = project?.id ?? '';
  const page = { title: 'Keys', description: '', markdown: '', public: true, order: 0, source: null };
  const sections = [{ title: 'Rotate a key', content: 'Both keys work.' }];
  const rendering = { html: '', outline: [], version: 1, sections };
  await store.transaction(async ({ docs, contextItems }) => {
    await docs.applyBatch(projectId, [{ path: 'keys', page, rendering, movedFrom: null }]);
    await contextItems.create(projectId, { title: 'Key', content: 'An item about a key.', public: true });
  });
  await store.close();
  const connection = new SqliteConnection(file, { readOnly: true, busyTimeout: 0 });
  onTestFinished(() => connection.close());
  const plans: string[] = [];
  const explainedSql: Sql = {
    run: (sql, ...values) => connection.run(sql, ...values),
    get: (sql, ...values) => connection.get(sql, ...values),
    async all(sql, ...values) {
      const rows = await connection.all(`EXPLAIN QUERY PLAN ${sql}`, ...values);
      plans.push(...rows.map(({ detail }) => String(detail)));
      return connection.all(sql, ...values);
    },
  };
  const { texts } = await createSqlProjectSearch(explainedSql).find(projectId, 'key', { limit: 10, publicOnly: true });
  expect(texts.map(({ kind }) => kind).sort()).toEqual(['item', 'page']);
  // Every table is searched by the number of a text, or by the words of the query.
  const unexpectedPlans = plans.filter(
    (plan) =>
      !/INTEGER PRIMARY KEY|number=\?|bucket=\?|_(segments|waiting)_of_project|COMPOUND QUERY|UNION ALL|LEFT-MOST/.test(
        plan,
      ),
  );
  expect(unexpectedPlans).toEqual([]);
  expect(plans).toContain('SEARCH search_entries USING INTEGER PRIMARY KEY (rowid=?)');
});
