import type { ClickHouse } from './clickhouse-client.ts';

/**
 * The index of trigrams of the URLs, with their positions. A Bloom filter of trigrams excludes no granule if the URLs contain ids, because each
 * granule contains nearly all trigrams of hexadecimal digits.
 */
const URL_INDEX = 'by_url_trigrams url TYPE text(tokenizer = ngrams(3)) GRANULARITY 1';

/**
 * The types of the columns: those of the table `logs` in PostgreSQL, and two more.
 *
 * - `number` is that of the first log of the batch, plus the position of the log in the batch. So the numbers increase in the order of receipt, and
 *   logs that are moved from PostgreSQL keep their numbers and cursors.
 * - `timestamp` is in milliseconds since 1970, because the date types of ClickHouse do not support all years that a log can have.
 * - `month` is the month of receipt, so that each batch is one part: it is written completely or not at all, regardless of the times of its logs.
 * - `address` is the normalized `group_email`.
 *
 * A new column is added to tables of earlier versions at the start. Their logs have the value null, or the value after `DEFAULT` in the type.
 */
export const LOG_COLUMN_TYPES: Readonly<Record<string, string>> = {
  project_id: 'LowCardinality(String)',
  timestamp: 'Int64 CODEC(DoubleDelta, ZSTD)',
  number: 'UInt64 CODEC(Delta, ZSTD)',
  month: 'Date',
  id: 'String CODEC(ZSTD)',
  status: 'UInt16',
  method: 'LowCardinality(String)',
  url: 'String CODEC(ZSTD)',
  group_email: 'Nullable(String) CODEC(ZSTD)',
  address: 'Nullable(String) CODEC(ZSTD)',
  duration_ms: 'Nullable(Float64) CODEC(ZSTD)',
  route: 'LowCardinality(Nullable(String))',
  user_agent: 'LowCardinality(Nullable(String))',
  caller: 'LowCardinality(Nullable(String))',
  error_code: 'LowCardinality(Nullable(String))',
  environment: "LowCardinality(String) DEFAULT 'production'",
  trace_id: 'Nullable(String) CODEC(ZSTD)',
  recovery_hint_id: 'LowCardinality(Nullable(String))',
  route_source: 'LowCardinality(Nullable(String))',
  request: 'String CODEC(ZSTD(3))',
  response: 'String CODEC(ZSTD(3))',
};

/**
 * The table of logs in ClickHouse. Each insert is on the disk before it is acknowledged, as in PostgreSQL. Granules and compressed blocks are small,
 * because the newest logs with a rare value are spread over as many granules as there are logs on the page.
 */
export const CREATE_LOG_TABLE = `
CREATE TABLE IF NOT EXISTS logs (
  ${listColumns('')},
  INDEX by_number number TYPE minmax GRANULARITY 1,
  INDEX by_id id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_status status TYPE set(64) GRANULARITY 1,
  INDEX by_address address TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_route route TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX ${URL_INDEX}
) ENGINE = MergeTree
PARTITION BY month
ORDER BY (project_id, timestamp, number)
SETTINGS index_granularity = 1024, min_compress_block_size = 8192, non_replicated_deduplication_window = 10000, old_parts_lifetime = 60,
  fsync_after_insert = 1, fsync_part_directory = 1`;

/** Reads the names of the columns of the table. */
const LIST_COLUMNS = `
SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'logs'`;

/** Adds the columns that a table of an earlier version does not have. Several processes can do this at the same time. */
const ADD_MISSING_COLUMNS = `ALTER TABLE logs ${listColumns('ADD COLUMN IF NOT EXISTS ')}`;

/** Reads the index of URLs that earlier versions created. */
const FIND_OLD_URL_INDEX = `
SELECT name FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'logs' AND name = 'by_url'`;

/**
 * Replaces the index of URLs that earlier versions created. ClickHouse creates the index for the stored logs in the background; until then, searches
 * read their URLs. The size of granules cannot be changed.
 */
const ADD_URL_INDEX = [
  `ALTER TABLE logs DROP INDEX IF EXISTS by_url, ADD INDEX IF NOT EXISTS ${URL_INDEX}, MODIFY SETTING min_compress_block_size = 8192`,
  'ALTER TABLE logs MATERIALIZE INDEX by_url_trigrams SETTINGS mutations_sync = 0',
];

/** Creates the table, or changes a table that an earlier version has created. */
export async function createLogTable(clickHouse: ClickHouse): Promise<void> {
  await clickHouse.rewrite(CREATE_LOG_TABLE);
  const names = new Set((await clickHouse.all(LIST_COLUMNS)).map(({ name }) => String(name)));
  if (Object.keys(LOG_COLUMN_TYPES).some((name) => !names.has(name))) await clickHouse.rewrite(ADD_MISSING_COLUMNS);
  if ((await clickHouse.all(FIND_OLD_URL_INDEX)).length === 0) return;
  for (const statement of ADD_URL_INDEX) await clickHouse.rewrite(statement);
}

function listColumns(prefix: string): string {
  return Object.entries(LOG_COLUMN_TYPES)
    .map(([name, type]) => `${prefix}${name} ${type}`)
    .join(',\n  ');
}
