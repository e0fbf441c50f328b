import type { Sql } from '../../../platform/database/sql.ts';
import type { DatabaseGauge } from '../../../platform/database/store.ts';
import type { ClickHouse } from './clickhouse-client.ts';

/** Timeout of a statement in milliseconds, so that a scrape does not wait for a database that does not respond. */
export const GAUGE_TIMEOUT_MS = 1_000;

const READ_BYTES = `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'logs'`;

/** Creates the metrics of the database of the logs. A metric whose value cannot be read has no value. */
export function createLogGauges(sql: Sql, clickHouse: ClickHouse): readonly DatabaseGauge[] {
  return [
    {
      name: 'logs_database_up',
      help: 'Whether logs can be read from ClickHouse: 1 if they can, 0 otherwise',
      read: () =>
        clickHouse.check().then(
          () => 1,
          () => 0,
        ),
    },
    {
      name: 'logs_database_bytes',
      help: 'Size of the table of logs in ClickHouse, if the user of ClickHouse may read system.parts',
      read: async () => Number((await clickHouse.all(READ_BYTES, {}, GAUGE_TIMEOUT_MS))[0]?.bytes),
    },
    {
      name: 'log_batches_open',
      help: 'Number of batches of logs that are being written, or whose transaction failed and whose logs have not been removed',
      read: async () =>
        Number((await sql.get('SELECT count(*) AS count FROM log_batches WHERE removed_at IS NULL'))?.count),
    },
  ];
}
