/**
 * The index of trigrams of the URLs, with their positions. A Bloom filter of trigrams excludes no granule if the URLs contain ids, because each
 * granule contains nearly all trigrams of hexadecimal digits.
 */
const URL_INDEX = 'by_url_trigrams url TYPE text(tokenizer = ngrams(3)) GRANULARITY 1';

/**
 * The table of logs in ClickHouse.
 *
 * - `number` is that of the first log of the batch, plus the position of the log in the batch. So the numbers increase in the order of receipt, and
 * logs that are
 *   moved from PostgreSQL keep their numbers and cursors.
 * - `timestamp` is in milliseconds since 1970, because the date types of ClickHouse do not support all years that a log can have.
 * - `month` is the month of receipt, so that each batch is one part: it is written completely or not at all, regardless of the times of its logs.
 * - Each insert is on the disk before it is acknowledged, as in PostgreSQL.
 * - `address` is the normalized `group_email`.
 * - Granules and compressed blocks are small, because the newest logs with a rare value are spread over as many granules as there are logs on the page.
 */
export const CREATE_LOG_TABLE = `
CREATE TABLE IF NOT EXISTS logs (
  project_id LowCardinality(String),
  timestamp Int64 CODEC(DoubleDelta, ZSTD),
  number UInt64 CODEC(Delta, ZSTD),
  month Date,
  id String CODEC(ZSTD),
  status UInt16,
  method LowCardinality(String),
  url String CODEC(ZSTD),
  group_email Nullable(String) CODEC(ZSTD),
  address Nullable(String) CODEC(ZSTD),
  duration_ms Nullable(Float64) CODEC(ZSTD),
  route LowCardinality(Nullable(String)),
  user_agent LowCardinality(Nullable(String)),
  caller LowCardinality(Nullable(String)),
  error_code LowCardinality(Nullable(String)),
  environment LowCardinality(String),
  trace_id Nullable(String) CODEC(ZSTD),
  recovery_hint_id LowCardinality(Nullable(String)),
  route_source LowCardinality(Nullable(String)),
  request String CODEC(ZSTD(3)),
  response String CODEC(ZSTD(3)),
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

/** Returns whether the table was created by an earlier version. */
export const FIND_OLD_URL_INDEX = `
SELECT name FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'logs' AND name = 'by_url'`;

/**
 * Changes a table that was created by an earlier version. ClickHouse creates the index for the stored logs in the background; until then, searches
 * read their URLs. The size of granules cannot be changed.
 */
export const UPGRADE_LOG_TABLE = [
  `ALTER TABLE logs DROP INDEX IF EXISTS by_url, ADD INDEX IF NOT EXISTS ${URL_INDEX}, MODIFY SETTING min_compress_block_size = 8192`,
  'ALTER TABLE logs MATERIALIZE INDEX by_url_trigrams SETTINGS mutations_sync = 0',
];
