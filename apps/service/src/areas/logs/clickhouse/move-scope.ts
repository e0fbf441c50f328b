import { setTimeout } from 'node:timers/promises';
import { getText, type Sql } from '../../../platform/database/sql.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { getFirstNumber } from '../batch-numbers.ts';
import {
  type CompleteCopy,
  getOtherPlace,
  type LogPlace,
  readLogLocation,
  readUncopiedNumbers,
} from '../log-location.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { readCommittedCondition, waitForOpenedBatches } from './log-batches.ts';
import { createClickHouseCopies, createPostgresCopies, type LogCopies } from './log-copies.ts';

/** Time in seconds after which a transaction that stores logs has ended. */
const MAX_TRANSACTION_SECONDS = 600;
const POLL_INTERVAL_MS = 50;

/** The logs that a run of `move-logs` compares. */
export interface MoveScope {
  readonly source: LogCopies;
  readonly target: LogCopies;
  /**
   * Whether the service already uses the target. The target can then have deleted logs, so only the logs are compared that the source received after
   * its last complete copy.
   */
  readonly isSwitched: boolean;
  /** Whether the source still contains logs that the service no longer uses, and that are not the copies of a move in the other direction. */
  readonly hasUnusedLogs: boolean;
  /** The record of this run if it copies all logs. */
  readonly copy: CompleteCopy;
}

/**
 * Determines the logs that a run compares. Waits until running transactions that store logs in PostgreSQL have ended.
 * @throws the reason of the signal if it is aborted
 */
export async function openMoveScope(
  sql: Sql,
  clickHouse: ClickHouse,
  to: LogPlace,
  signal?: AbortSignal,
): Promise<MoveScope> {
  const startedAt = getText((await sql.get('SELECT now() AS now')) ?? {}, 'now');
  const location = await readLogLocation(sql);
  const isSwitched = location?.place === to;
  const from = getOtherPlace(to);
  const uncopied = await readUncopiedNumbers(sql, from);
  const storedNumber = await (from === 'postgres'
    ? createPostgresCopies(sql)
    : createClickHouseCopies(clickHouse)
  ).readLastNumber();
  const last = isSwitched ? uncopied.last : Math.max(uncopied.last, storedNumber);
  const lastNumber =
    from === 'postgres' ? await waitForWriters(sql, last, signal) : await findLastClosedNumber(sql, last);

  const sourceCondition = `number BETWEEN ${isSwitched ? uncopied.first : 0} AND ${last}`;
  // Before the switch, only move-logs adds logs to the target, so the source has deleted all logs that only the target contains.
  const targetCondition = isSwitched ? sourceCondition : 'true';
  const committedCondition = await readCommittedCondition(sql);
  const [postgresCondition, clickHouseCondition] =
    from === 'postgres' ? [sourceCondition, targetCondition] : [targetCondition, sourceCondition];
  const postgres = createPostgresCopies(sql, postgresCondition);
  const clickHouseCopies = createClickHouseCopies(clickHouse, `${clickHouseCondition} AND ${committedCondition}`);
  return {
    source: from === 'postgres' ? postgres : clickHouseCopies,
    target: from === 'postgres' ? clickHouseCopies : postgres,
    isSwitched,
    hasUnusedLogs: isSwitched && location.movedTo === null && storedNumber > 0,
    copy: { lastNumber, startedAt },
  };
}

/**
 * Waits until all transactions that may have assigned a number up to `last` have ended.
 * @returns `last`
 * @throws StoreUnavailableError
 */
async function waitForWriters(sql: Sql, last: number, signal: AbortSignal | undefined): Promise<number> {
  // A statement locks the table before it assigns numbers.
  const writers = await sql.all(
    `SELECT DISTINCT virtualtransaction AS id FROM pg_locks
     WHERE relation = 'logs'::regclass AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  const ids = new Set(writers.map(({ id }) => id));
  const deadline = performance.now() + MAX_TRANSACTION_SECONDS * 1_000;
  for (;;) {
    const running = ids.size === 0 ? [] : await sql.all('SELECT DISTINCT virtualtransaction AS id FROM pg_locks');
    if (!running.some(({ id }) => ids.has(id))) return last;
    if (performance.now() > deadline) {
      throw new StoreUnavailableError(
        `a transaction in PostgreSQL has been changing the table logs for more than ${MAX_TRANSACTION_SECONDS} seconds: end it, and run move-logs again`,
      );
    }
    await setTimeout(POLL_INTERVAL_MS);
    signal?.throwIfAborted();
  }
}

/**
 * Returns the number before that of the first batch that can still be committed. Waits until each batch up to `last` is in the table: batches that are
 * opened afterwards have higher numbers.
 */
async function findLastClosedNumber(sql: Sql, last: number): Promise<number> {
  await waitForOpenedBatches(sql);
  const row = await sql.get(
    `SELECT min(number) AS number FROM log_batches
     WHERE removed_at IS NULL AND opened_at > now() - make_interval(secs => ?)`,
    MAX_TRANSACTION_SECONDS,
  );
  return typeof row?.number === 'number' ? Math.min(last, getFirstNumber(row.number) - 1) : last;
}
