import type { ReceivedLog } from '../../platform/database/clock.ts';
import type { SqlRow, SqlValue } from '../../platform/database/sql.ts';
import type { EndpointName, RouteSource } from './endpoint-name.ts';
import type { LogClientKind, LogRecord, Logs } from './store.ts';
import type { CountedLog } from './traffic-delta.ts';

/** A log with the values that are derived when it is stored. */
export interface ClassifiedLog extends LogRecord {
  /** Kind of client that sent the request; null if the log contains no user agent. */
  readonly clientKind: LogClientKind | null;
  readonly requestText: string;
  readonly responseText: string;
  readonly bytes: number;
}

/** Position of a log in the order of a search: its timestamp and its number, which increases in the order of receipt. */
export type LogPosition = readonly [timestamp: string, number: number];

/** The properties of a stored log that are counted. */
export interface StoredLog extends CountedLog {
  readonly number: number;
  readonly url: string;
}

/** The outcome of a request in the columns of the table `logs`. */
export type OutcomeRow = Readonly<
  Record<'group_email' | 'status' | 'error_code' | 'recovery_hint_id', SqlValue | undefined>
>;

/** A new value of a column. `column` and `oldValue` are from the row that was read. */
export interface Replacement {
  readonly column: string;
  readonly oldValue: string;
  readonly value: SqlValue;
}

/** The request for which a user received a hint, and the period in which the user can recover. */
export interface RecoveryDelivery {
  readonly addresses: readonly string[];
  readonly method: string;
  readonly route: string;
  readonly at: string;
  readonly endsAt: string;
}

/** Times in the stored format. `from` is inclusive, `to` is exclusive. */
export interface LogTimes {
  readonly from: string;
  readonly to: string;
}

/**
 * Storage of logs: tables of the service's database, or a separate database. Everything that is derived from logs is stored in the service's
 * database, in the transaction that adds the logs. Only logs whose transaction has been committed are returned, except for reads in the transaction itself.
 */
/** Logs that get another route. */
export interface RouteChange {
  readonly numbers: readonly number[];
  readonly route: string;
  readonly source: RouteSource | null;
}

export interface LogStorage {
  insert(projectId: string, logs: readonly ClassifiedLog[]): Promise<void>;
  /** Inserts the logs whose ids are not stored yet. @returns the inserted logs */
  insertNew(projectId: string, logs: readonly ClassifiedLog[]): Promise<readonly ClassifiedLog[]>;
  readonly search: Logs['search'];
  readonly get: Logs['get'];
  hasLogsBefore(projectId: string, time: string): Promise<boolean>;
  /**
   * Deletes at most `limit` of the oldest logs before a time. Deletes all of them if the storage deletes many logs as quickly as a few.
   * @returns the number of deleted logs
   */
  deleteBefore(projectId: string, time: string, limit: number): Promise<number>;
  /** Returns the time of the oldest log at or after a time. */
  findFirstTime(projectId: string, since: string): Promise<string | undefined>;
  count(projectId: string, times: LogTimes): Promise<number>;
  /** Reads logs in the order of their positions. */
  list(projectId: string, times: LogTimes): AsyncIterable<readonly StoredLog[]>;
  /** Reads the outcomes of the requests of an endpoint after `from`, in the order of their positions. */
  listOutcomes(projectId: string, endpoint: EndpointName, times: LogTimes): AsyncIterable<readonly OutcomeRow[]>;
  setRoutes(projectId: string, changes: readonly RouteChange[]): Promise<void>;
  /** Returns the most recently received logs. */
  listNewest(limit: number): Promise<ReceivedLog[]>;
  /** Returns distinct email addresses after a given one, sorted. */
  listAddresses(projectId: string, after: string, limit: number): Promise<string[]>;
  /** Returns the distinct email addresses of at least the `count` most recently received logs. */
  listNewestAddresses(projectId: string, count: number): Promise<string[]>;
  /** Returns the logs with exactly this email address: their numbers, and the sizes of their requests and responses in characters. */
  listSizesOfAddress(projectId: string, address: string, limit: number): Promise<SqlRow[]>;
  /** Returns the next logs up to `lastNumber`: their timestamps and numbers, and the sizes of their requests and responses in characters. */
  listSizesAfter(projectId: string, position: LogPosition, lastNumber: number, limit: number): Promise<SqlRow[]>;
  /**
   * Replaces texts of logs. Another transaction can change the same logs, so a log is written only if it has not changed since it was read.
   * @param list returns the replacements for a row, which has the columns `columns` and `group_email`
   * @returns the number of changed logs
   */
  replaceTexts(
    projectId: string,
    numbers: readonly number[],
    columns: readonly string[],
    list: (row: SqlRow) => readonly Replacement[],
  ): Promise<number>;
  /**
   * Returns the positions of the deliveries after which the user got a 2xx response from the same endpoint in time. Undefined if the logs are stored
   * in the service's database, because SQL statements then compare deliveries with logs.
   */
  readonly listRecovered?: (projectId: string, deliveries: readonly RecoveryDelivery[]) => Promise<number[]>;
  /**
   * Checks that the logs are not stored in another database, if that is possible.
   * @param switches whether the logs are stored in this database from now on, if all of them have been copied to it
   * @throws StoreInputError
   */
  readonly prepare?: (switches: boolean) => Promise<void>;
  /**
   * Removes logs whose transaction was not committed, if the storage can contain such logs.
   * @returns the number of transactions
   */
  readonly removeAbandoned?: () => Promise<number>;
}
