import type { Sql } from '../../../platform/database/sql.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { getFirstNumber } from '../batch-numbers.ts';
import { LAST_BATCH_SQL, skipUsedBatches } from '../log-location.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { cancelLogBatch, OPENING_LOCK_KEY } from './log-batches.ts';

/** Maximum number of attempts to open a batch. Each attempt fails only if PostgreSQL was replaced since the one before. */
const MAX_ATTEMPTS = 3;

/** SQL expression that changes if another server, or an earlier state of the database, takes over. */
const SERVER_SQL = 'extract(epoch FROM pg_postmaster_start_time())::text';

/** The numbers of batches that PostgreSQL assigns. */
export interface BatchSequence {
  /**
   * Opens a batch before its logs are written.
   * @returns the number of the batch
   * @throws StoreUnavailableError if the logs have been moved back to PostgreSQL
   */
  open(): Promise<number>;
  /** Deletes a batch whose logs have not been written. */
  cancel(batch: number): Promise<void>;
  /**
   * Returns the last number that has been assigned. All batches up to this number have been opened: those that are not committed yet are in the table
   * of batches, for statements that start afterwards.
   */
  readLast(): Promise<number>;
}

/**
 * Creates the sequence of one process. The sequence of PostgreSQL can go back, for example after a failover to an asynchronous standby. So the process
 * checks at its first use, after each restart of PostgreSQL, and when a number is not higher than its last one, that no log in ClickHouse uses the next
 * numbers.
 * @param outside statements that are committed immediately, on a different connection from the transaction
 */
export function createBatchSequence(outside: Sql, clickHouse: ClickHouse): BatchSequence {
  let server = '';
  let highestBatch = 0;

  /** Ensures that the next numbers are not in use. */
  const skipUsed = async () => {
    const row = await outside.get(`SELECT ${SERVER_SQL} AS server, ${LAST_BATCH_SQL} AS number`);
    const firstNumber = getFirstNumber(Number(row?.number) + 1);
    const [used] = await clickHouse.all(`SELECT max(number) AS last FROM logs WHERE number >= ${firstNumber}`);
    // Batches of this process can still be on their way to ClickHouse.
    await skipUsedBatches(outside, Math.max(Number(used?.last), getFirstNumber(highestBatch)));
    server = String(row?.server);
  };

  const readLast = async (): Promise<number> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      // While this statement has the lock, no batch has a number without being in the table.
      const row = await outside.get(
        `SELECT ${LAST_BATCH_SQL} AS number, ${SERVER_SQL} AS server FROM pg_advisory_xact_lock(${OPENING_LOCK_KEY})`,
      );
      const last = Number(row?.number);
      if (row?.server === server && last >= highestBatch) return last;
      await skipUsed();
    }
    throw new StoreUnavailableError('PostgreSQL was restarted or replaced several times during one operation');
  };

  return {
    async open() {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const row = await outside.get(
          `INSERT INTO log_batches (number, opened_at)
           SELECT number, now() FROM (
             SELECT nextval(pg_get_serial_sequence('log_batches', 'number')) AS number
             FROM pg_advisory_xact_lock_shared(${OPENING_LOCK_KEY}) OFFSET 0
           ) AS next
           WHERE number > ? AND ${SERVER_SQL} = ? AND NOT EXISTS (SELECT 1 FROM log_location WHERE place = 'postgres')
           RETURNING number`,
          highestBatch,
          server,
        );
        if (row) {
          highestBatch = Math.max(highestBatch, Number(row.number));
          return Number(row.number);
        }
        if (await outside.get("SELECT 1 AS one FROM log_location WHERE place = 'postgres'")) {
          throw new StoreUnavailableError('the logs have been moved to PostgreSQL: restart the service without --logs');
        }
        await skipUsed();
      }
      throw new StoreUnavailableError('PostgreSQL was restarted or replaced several times during one operation');
    },
    cancel: (batch) => cancelLogBatch(outside, batch),
    readLast: shareRuns(readLast),
  };
}

/** Runs a function once at a time. Calls that wait for the same run share its result, which is read after all of them have started. */
function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const result = run();
        current = result;
        return result;
      });
    return next;
  };
}
