import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoreWithLogs } from '../../../open-store.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { SETTINGS } from './clickhouse-settings.ts';
import { openLogProject } from './log-project.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

/** A settings profile with which the same statements store and return something else. */
const PROFILE = {
  limit: '1',
  offset: '1',
  additional_result_filter: 'false',
  additional_table_filters: "{'logs': 'false'}",
  use_query_cache: '1',
  max_rows_to_read: '1000',
  read_overflow_mode: 'break',
  timeout_overflow_mode: 'break',
  max_result_rows: '1000',
  result_overflow_mode: 'break',
  group_by_overflow_mode: 'any',
  sort_overflow_mode: 'break',
  distinct_overflow_mode: 'break',
  set_overflow_mode: 'break',
  apply_deleted_mask: '0',
  transform_null_in: '1',
  cast_keep_nullable: '1',
  join_use_nulls: '1',
  final: '1',
  aggregate_functions_null_for_empty: '1',
  empty_result_for_aggregation_by_empty_set: '1',
  prefer_column_name_to_alias: '1',
  data_type_default_nullable: '1',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_64bit_floats: '1',
  output_format_json_array_of_rows: '1',
  http_write_exception_in_output_format: '1',
  date_time_output_format: 'unix_timestamp',
  date_time_input_format: 'basic',
  session_timezone: 'Pacific/Auckland',
  async_insert: '1',
  wait_for_async_insert: '0',
  insert_deduplicate: '0',
  deduplicate_insert: 'disable',
  max_insert_block_size: '1',
  min_insert_block_size_rows: '1',
  min_insert_block_size_bytes: '1',
  input_format_allow_errors_num: '1000',
  input_format_null_as_default: '0',
  input_format_defaults_for_omitted_fields: '0',
  alter_update_mode: 'lightweight',
  lightweight_delete_mode: 'lightweight_update',
  mutations_sync: '0',
  lightweight_deletes_sync: '0',
};
const LOGS = 5;

/** Opens a project whose logs are in ClickHouse, for a user with the profile. */
async function openWithProfile() {
  const { database, project, logsUrl, clickHouse: plain } = await openLogProject();
  /** Number of inserts whose first response is lost. */
  const state = { lostResponses: 0 };
  const profileUrl = await startProxy(logsUrl, async ({ statement, forward }) => {
    const response = await forward(PROFILE);
    if (!statement.startsWith('INSERT INTO logs') || state.lostResponses === 0) return response;
    state.lostResponses -= 1;
    await once(response.resume(), 'end');
    throw new Error('the response is lost');
  });
  const profileStore = await openStoreWithLogs(database.name, profileUrl);
  onTestFinished(() => profileStore.close());
  const client = openClickHouse(profileUrl);
  onTestFinished(() => client.close());
  return { state, store: profileStore, project, plain, client };
}

describe.skipIf(!isClickHouseInstalled())('a settings profile of the user of ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('does not switch off the deduplication of a repeated insert', async () => {
    const { state, store, project, plain } = await openWithProfile();
    state.lostResponses = 1;
    await store.logs.addAll(project, [LOG, LOG]);
    expect(state.lostResponses).toBe(0);
    expect(await plain.all('SELECT count() AS n FROM logs')).toEqual([{ n: 2 }]);
  });

  it('does not split a batch into several parts, and does not delay its insert', async () => {
    const { store, project, plain } = await openWithProfile();
    await store.logs.addAll(
      project,
      Array.from({ length: LOGS }, () => LOG),
    );
    const parts = await plain.all(
      "SELECT rows FROM system.parts WHERE database = currentDatabase() AND table = 'logs' AND active",
    );
    expect(parts).toEqual([{ rows: LOGS }]);
  });

  it('does not change what searches and reads return', async () => {
    const { store, project } = await openWithProfile();
    const urls = Array.from({ length: LOGS }, (_, index) => `/logs/${index}`);
    for (const url of urls) await store.logs.addAll(project, [{ ...LOG, url }]);
    const { items } = await store.logs.search(project, {}, { limit: 10 });
    expect(items.map(({ url }) => url).toSorted()).toEqual(urls);
    expect(await store.logs.get(project, items[0]?.id ?? '')).toMatchObject(items[0] ?? {});
    // A query cache would return the first result again.
    await store.logs.addAll(project, [LOG]);
    expect((await store.logs.search(project, {}, { limit: 10 })).items).toHaveLength(LOGS + 1);
  });

  it('does not change the result of an aggregation, of numbers and of NULL', async () => {
    const { client } = await openWithProfile();
    const statement = `SELECT max(number) AS last, count() AS n, toInt64(7) AS big, toFloat64(1.5) AS real FROM logs WHERE number < 0`;
    expect(await client.all(statement)).toEqual([{ last: 0, n: 0, big: 7, real: 1.5 }]);
    expect(await client.all('SELECT NULL IN (1, NULL) AS found')).toEqual([{ found: null }]);
  });

  it('does not turn an error or a limit into a shorter result', async () => {
    const { client } = await openWithProfile();
    await expect(client.all('SELECT number FROM numbers(2000)')).rejects.toThrow('TOO_MANY_ROWS');
    await expect(client.all('SELECT sleepEachRow(1) FROM numbers(3)', {}, 1_000)).rejects.toThrow('TIMEOUT_EXCEEDED');
  });

  it('does not reject or skip rows of an insert', async () => {
    const { client, plain, store, project } = await openWithProfile();
    await store.logs.addAll(project, [LOG]);
    const [row = {}] = await plain.all('SELECT * FROM logs');
    await expect(client.insert([{ ...row, number: 'x' }], 'invalid')).rejects.toThrow();
    expect(await plain.all('SELECT count() AS n FROM logs')).toEqual([{ n: 1 }]);
  });

  it('does not bring back deleted logs, and a rewrite has ended when its promise resolves', async () => {
    const { client, store, project } = await openWithProfile();
    await store.logs.addAll(project, [LOG, LOG]);
    const [row] = await client.all('SELECT min(number) AS first FROM logs');
    await client.rewrite(`ALTER TABLE logs UPDATE url = '/new' WHERE number = ${Number(row?.first)}`);
    expect(await client.all("SELECT count() AS n FROM logs WHERE url = '/new'")).toEqual([{ n: 1 }]);
    await client.rewrite(`DELETE FROM logs WHERE number = ${Number(row?.first)}`);
    expect(await client.all('SELECT count() AS n FROM logs')).toEqual([{ n: 1 }]);
  });

  it('every setting that the service sends exists in ClickHouse', async () => {
    const { plain } = await openWithProfile();
    const names = (await plain.all('SELECT name FROM system.settings')).map(({ name }) => name);
    expect(Object.keys(SETTINGS).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(PROFILE).filter((name) => !names.includes(name))).toEqual([]);
  });
});
