import { expect, it } from 'vitest';
import { ADDRESS_SQL } from '../../../areas/logs/postgres-addresses.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { createProject } from '../behavior/accounts.fixture.ts';
import { openTestStore } from '../behavior/database.fixture.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();

const LOOKUP_TIMEOUT_MS = 123;

it('PostgreSQL log search falls back to a scan if the lookup in the URL index takes too long', async () => {
  const { store, rows, database } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  for (let number = 0; number < 20; number += 1) {
    const timestamp = new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString();
    await store.logs.add(id, { ...LOG, url: `/pets/${number}/`, timestamp });
  }
  await store.close();
  const columns = await rows("SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'logs'");
  const selectedColumns = columns.map(({ name }) => (name === 'url' ? 'slow(url) AS url' : String(name))).join(', ');
  // This function delays the lookup of every URL beyond the timeout, but only in statements with the lookup timeout.
  await rows(`
    CREATE FUNCTION slow(url text) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('statement_timeout') = '${LOOKUP_TIMEOUT_MS}ms' THEN PERFORM pg_sleep(600); END IF;
        RETURN url;
      END $$;
    ALTER TABLE logs RENAME TO stored_logs;
    CREATE VIEW logs AS SELECT ${selectedColumns} FROM stored_logs`);
  try {
    const limits = { time: 60_000, batchSize: 5, lookupTimeout: LOOKUP_TIMEOUT_MS };
    const searchingStore = await openPostgresStore(database.name, { logSearch: limits });
    const { items, next } = await searchingStore.logs.search(id, { urlContains: '/3/' }, { limit: 10 });
    await searchingStore.close();
    expect([items.map(({ url }) => url), next]).toEqual([['/pets/3/'], null]);
  } finally {
    await rows('DROP VIEW logs; ALTER TABLE stored_logs RENAME TO logs; DROP FUNCTION slow');
  }
});

it('PostgreSQL reads the logs of an email address in the order of an index', async () => {
  const { store, rows } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  await rows(
    `INSERT INTO logs (id, project_id, status, method, url, group_email, timestamp, request, response)
     SELECT 'log_' || n, '${id}', 200, 'GET', '/', CASE WHEN n % 2 = 0 THEN 'U' ELSE 'u' END || (n % 50) || '@example.com',
       timestamptz '2026-03-01' + n * interval '1 minute', 'null', 'null' FROM generate_series(1, 5000) AS n`,
  );
  await rows('ANALYZE logs');
  const { items } = await store.logs.search(id, { groupEmail: 'u7@EXAMPLE.com' }, { limit: 1_000 });
  expect(items).toHaveLength(100);
  const plan = await rows(
    `EXPLAIN SELECT number FROM logs WHERE project_id = '${id}' AND group_email IS NOT NULL AND ${ADDRESS_SQL} = 'u7@example.com'
     AND (timestamp, number) < (timestamptz '2026-03-03', 4000) ORDER BY timestamp DESC, number DESC LIMIT 50`,
  );
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(text).toContain('logs_by_address');
  expect(text).not.toMatch(/Sort|Seq Scan/);
});
