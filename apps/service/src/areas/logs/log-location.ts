import { randomUUID } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import { FIRST_BATCH_NUMBER, getFirstNumber, LOGS_PER_BATCH } from './batch-numbers.ts';

/** The databases in which a service on PostgreSQL can store logs. */
export const LOG_PLACES = ['postgres', 'clickhouse'] as const;
export type LogPlace = (typeof LOG_PLACES)[number];
export const LOG_PLACE_NAMES: Readonly<Record<LogPlace, string>> = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' };

/** The database in which the logs are stored. */
export interface LogLocation {
  /** Identifies the PostgreSQL database in ClickHouse. */
  readonly id: string;
  readonly place: LogPlace;
  /** The other database, if all logs have been copied to it. The next start may then use it. */
  readonly movedTo: LogPlace | typeof COPYING | null;
  /** Whether the id has been stored in the ClickHouse database with the logs. */
  readonly isClaimed: boolean;
}

/** Value of `moved_to` while logs are being copied, and after copying was interrupted. */
const COPYING = 'copying';

/**
 * Number of batches that are skipped when the logs change their database. Processes that still write to the old database use these numbers, so no
 * two logs have the same number.
 */
const SKIPPED_BATCHES = 1_000_000;

/** Key of the lock that each statement that skips batches has. */
const SKIPPING_LOCK_KEY = 7_104_613;

/** SQL expression for the number of the last batch that has been opened. */
export const LAST_BATCH_SQL = createLastValueSql('log_batches');
/** Maximum difference in seconds between the clocks of PostgreSQL and of the service, which records when an erasure was finished. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 3_600;

export async function readLogLocation(sql: Sql): Promise<LogLocation | undefined> {
  const row = await sql.get("SELECT id, place, moved_to, is_claimed FROM log_location WHERE name = 'logs'");
  return (
    row && {
      id: String(row.id),
      place: row.place as LogPlace,
      movedTo: row.moved_to as LogLocation['movedTo'],
      isClaimed: row.is_claimed === true,
    }
  );
}

/** Returns the location. If it was never recorded, the logs are in PostgreSQL, or nowhere if PostgreSQL has no logs. */
export async function recordLogLocation(sql: Sql, placeWithoutLogs: LogPlace): Promise<LogLocation> {
  await sql.run(
    `INSERT INTO log_location (name, id, place)
     SELECT 'logs', ?, CASE WHEN EXISTS (SELECT 1 FROM logs) THEN 'postgres' ELSE ? END ON CONFLICT DO NOTHING`,
    randomUUID(),
    placeWithoutLogs,
  );
  const location = await readLogLocation(sql);
  if (!location) throw new Error('the location of the logs was not recorded');
  return location;
}

/**
 * Checks that the logs are in PostgreSQL, or have been copied to it.
 * @param switches whether the logs are in PostgreSQL from now on, if they have been copied to it
 * @throws StoreInputError
 */
export async function storeLogsInPostgres(sql: Sql, switches: boolean): Promise<void> {
  const location = await readLogLocation(sql);
  if (location === undefined) return;
  if (location.place === 'postgres') {
    await forgetCopies(sql);
    return;
  }
  if (location.movedTo !== 'postgres') {
    throw new StoreInputError(
      'the logs of this database are in ClickHouse: set --logs (or LOGS_URL) to the URL of the ClickHouse database, or copy the logs with "move-logs --from clickhouse --to postgres"',
    );
  }
  if (!switches) throw createSwitchError('postgres');
  await sql.get(
    `SELECT setval(pg_get_serial_sequence('logs', 'number'), greatest(?, ${createLastValueSql('logs')}))`,
    getFirstNumber((await readLastBatch(sql)) + SKIPPED_BATCHES),
  );
  await changePlace(sql, 'postgres');
}

/**
 * Checks that the logs are in ClickHouse, or can be there from now on.
 * @param switches whether the logs are in ClickHouse from now on, if they have been copied to it
 * @throws StoreInputError
 */
export async function checkLogsInClickHouse(sql: Sql, { place, movedTo }: LogLocation, switches: boolean) {
  if (place === 'clickhouse') return;
  if (movedTo === COPYING || (movedTo === null && (await hasLogs(sql)))) {
    throw new StoreInputError(
      'the logs of this database are in PostgreSQL: copy them with "move-logs --from postgres --to clickhouse" first, or remove --logs (or LOGS_URL)',
    );
  }
  if (!switches) throw createSwitchError('clickhouse');
}

/** Records that ClickHouse has stored the id. */
export async function recordClaim(sql: Sql): Promise<void> {
  await sql.run("UPDATE log_location SET is_claimed = true WHERE name = 'logs' AND NOT is_claimed");
}

/** Stores the logs in ClickHouse from now on. Each process skips the numbers that are in use before its first batch. */
export async function storeLogsInClickHouse(sql: Sql, { place }: LogLocation): Promise<void> {
  if (place === 'postgres') await changePlace(sql, 'clickhouse');
  else await forgetCopies(sql);
}

/** Records that logs are being copied to a database. */
export async function recordMoveStart(sql: Sql, place: LogPlace): Promise<void> {
  await sql.run("UPDATE log_location SET moved_to = ? WHERE name = 'logs' AND place <> ?", COPYING, place);
}

/**
 * Records that all logs have been copied to a database.
 * @throws StoreInputError if the service was started with the other database in the meantime
 */
export async function recordMovedLogs(sql: Sql, place: LogPlace): Promise<void> {
  const count = await sql.run(
    "UPDATE log_location SET moved_to = CASE WHEN place = ? THEN moved_to ELSE ? END WHERE name = 'logs' AND (place = ? OR moved_to = ?)",
    place,
    place,
    place,
    COPYING,
  );
  if (count > 0) return;
  throw new StoreInputError(
    'the logs were copied, but the service was started meanwhile with the database from which they were copied: run move-logs again',
  );
}

/** Requires another copy before the logs can change their database, because the copies lack the logs that are received from now on. */
async function forgetCopies(sql: Sql): Promise<void> {
  await sql.run("UPDATE log_location SET moved_to = NULL WHERE name = 'logs' AND moved_to IS NOT NULL");
}

async function changePlace(sql: Sql, place: LogPlace): Promise<void> {
  await sql.run("UPDATE log_location SET place = ?, moved_to = NULL WHERE name = 'logs'", place);
  await repeatErasures(sql, getOtherPlace(place));
}

/** Creates the error of a command that would use the other database, before the service does. */
function createSwitchError(place: LogPlace): StoreInputError {
  const [option, otherOption] = place === 'clickhouse' ? ['with', 'without'] : ['without', 'with'];
  return new StoreInputError(
    `the logs have been copied to ${LOG_PLACE_NAMES[place]}, but the service still uses the other database: start the service ${option} --logs (or LOGS_URL) first, or run this command ${otherOption} it`,
  );
}

async function hasLogs(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS one FROM logs LIMIT 1')) !== undefined;
}

export function getOtherPlace(place: LogPlace): LogPlace {
  return place === 'postgres' ? 'clickhouse' : 'postgres';
}

/** A run that copied all logs of a database to the other one. */
export interface CompleteCopy {
  /** Number up to which the other database had the same logs. The database receives no more logs with lower numbers. */
  readonly lastNumber: number;
  readonly startedAt: string;
}

export async function recordCompleteCopy(sql: Sql, source: LogPlace, { lastNumber, startedAt }: CompleteCopy) {
  await sql.run(
    `INSERT INTO log_copies (source, last_number, started_at) VALUES (?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET last_number = excluded.last_number, started_at = excluded.started_at`,
    source,
    lastNumber,
    startedAt,
  );
}

/**
 * Requests the erasures again that were finished since all logs of a database were last copied, because they did not change the copies, or did not
 * change logs that are copied after them.
 */
export async function repeatErasures(sql: Sql, source: LogPlace): Promise<void> {
  await sql.run(
    `UPDATE erasures SET finished_at = NULL FROM log_copies
     WHERE source = ? AND finished_at > started_at - make_interval(secs => ?)`,
    source,
    MAX_CLOCK_DIFFERENCE_SECONDS,
  );
}

/** Numbers of logs, both inclusive. The range is empty if `last` is lower than `first`. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the numbers that a database has assigned to logs since all of its logs were last copied to the other one. */
export async function readUncopiedNumbers(sql: Sql, place: LogPlace): Promise<NumberRange> {
  const row = await sql.get('SELECT last_number FROM log_copies WHERE source = ?', place);
  const copiedNumber = Number(row?.last_number ?? 0);
  if (place === 'clickhouse') {
    const last = getFirstNumber((await readLastBatch(sql)) + 1) - 1;
    return { first: Math.max(FIRST_BATCH_NUMBER, copiedNumber + 1), last };
  }
  const last = Number((await sql.get(`SELECT ${createLastValueSql('logs')} AS number`))?.number);
  return { first: copiedNumber + 1, last };
}

/**
 * Ensures that the numbers of new batches are not in use. They are in use if the logs were in PostgreSQL in between, or if PostgreSQL lost its last
 * changes, for example because it was restored from a backup. Several processes can call this function at the same time.
 * @param lastNumber highest number of a log in ClickHouse
 */
export async function skipUsedBatches(sql: Sql, lastNumber: number): Promise<void> {
  const row = await sql.get(`SELECT ${createLastValueSql('logs')} AS number`);
  const highestNumber = Math.max(lastNumber, Number(row?.number));
  if (highestNumber < getFirstNumber((await readLastBatch(sql)) + 1)) return;
  const batch = Math.ceil((highestNumber - FIRST_BATCH_NUMBER) / LOGS_PER_BATCH) + SKIPPED_BATCHES;
  // The sequence must not go back behind batches that another process has opened in the meantime.
  await sql.get(
    `SELECT setval(pg_get_serial_sequence('log_batches', 'number'), ?)
     FROM pg_advisory_xact_lock(${SKIPPING_LOCK_KEY}) WHERE ${LAST_BATCH_SQL} < ?`,
    batch,
    batch,
  );
}

async function readLastBatch(sql: Sql): Promise<number> {
  const row = await sql.get(`SELECT ${LAST_BATCH_SQL} AS number`);
  return Number(row?.number);
}

/** Returns the SQL expression for the last number that the sequence of a table has assigned. */
function createLastValueSql(table: 'logs' | 'log_batches'): string {
  return `coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'number')::regclass), 0)`;
}
