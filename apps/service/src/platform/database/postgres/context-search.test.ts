import { expect, it } from 'vitest';
import { createProjectWord } from '../../../areas/context/postgres-words.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { OWN_PROJECT, populate } from '../../../testing/service.fixture.ts';
import { createProject } from '../behavior/accounts.fixture.ts';
import { openTestStore } from '../behavior/database.fixture.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();

/** Number of items. It is larger than the maximum that is counted per word. */
const MANY = 2_500;
const SCANS = `
  SELECT t.seq_scan AS sequential, i.idx_scan AS index
  FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i ON i.relname = t.relname
  WHERE t.relname = 'context_items' AND i.indexrelname = 'context_items_by_word'`;

/** Stores items with the words "frequent" and "common", one of which also contains "rare", and updates the statistics of the query planner. */
async function openWithMany() {
  const { store, rows, database } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann, OWN_PROJECT);
  await store.close();
  await rows(`
    INSERT INTO context_items (id, project_id, title, content, public, words, created_at, updated_at)
    SELECT 'ctx_' || number, '${id}', 'Page ' || number, 'Frequent, common.', false, CAST(
      '''${createProjectWord(id)}'' ''page'':1A ''' || number || ''':2A ''frequent'':3 ''common'':4'
      || CASE WHEN number = 5 THEN ' ''rare'':5' ELSE '' END AS tsvector), now(), now()
    FROM generate_series(1, ${MANY}) AS number`);
  await rows('VACUUM ANALYZE context_items');
  const scans = async () => {
    const [row] = await rows(SCANS);
    return { sequential: Number(row?.sequential), index: Number(row?.index) };
  };
  /**
   * Searches on a new connection, and checks that the search uses the expected number of index scans and does not scan the table.
   * @returns the titles found
   */
  const search = async (query: string, indexScans: number) => {
    const before = await scans();
    const searching = await openPostgresStore(database.name, { connections: 1 });
    const { items } = await searching.contextItems.search(id, query, 3);
    await searching.close();
    // The statistics are polled, because PostgreSQL updates them when a connection ends.
    await expect.poll(async () => (await scans()).index - before.index, { timeout: 60_000 }).toBe(indexScans);
    expect((await scans()).sequential).toBe(before.sequential);
    return items.map(({ title }) => title);
  };
  return { search };
}

it('PostgreSQL context search uses only the index and does not count the items of frequent words', async () => {
  const { search } = await openWithMany();
  // One index scan finds the items, and each counted word requires one more.
  expect(await search('frequent', 1)).toHaveLength(3);
  expect(await search('frequent common', 1)).toHaveLength(3);
  expect(await search('what is so frequent and common?', 1)).toHaveLength(3);
  expect(await search('frequent common rare', 2)).toEqual(['Page 5']);
  expect(await search('frequent rare nowhere', 3)).toEqual(['Page 5']);
});
