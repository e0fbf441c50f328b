import { type CLIENT_KINDS, getClientKind } from '@context-sync/core/client-kind';
import type { z } from 'zod';
import type { ListPage } from '../../platform/database/list-page.ts';
import { deriveId } from '../../platform/database/new-id.ts';
import { RawJson } from '../../platform/database/raw-json.ts';
import type { RouteSource } from './endpoint-name.ts';
import type { logQuery } from './schemas.ts';
import { type LogSummary, SUMMARY_PROPERTIES } from './tables.ts';

/** Kind of a client, which is derived from its user agent. */
export type LogClientKind = (typeof CLIENT_KINDS)[number];

export type { LogSummary };

/** A log with its request and response. Both are `RawJson` or, on input, any JSON value. */
export interface LogRecord extends LogSummary {
  /** Source of the route; null or missing if the log was not assigned to an endpoint. */
  readonly routeSource?: RouteSource | null | undefined;
  readonly request: unknown;
  readonly response: unknown;
}

export type NewLogRecord = Omit<LogRecord, 'id'>;

/** The properties of a type whose values can be null. */
type NullableKeys<T> = { [Key in keyof T]-?: null extends T[Key] ? Key : never }[keyof T];
/** A log to store. A missing value is null. */
export type LogInput = Omit<NewLogRecord, NullableKeys<NewLogRecord>> & Partial<NewLogRecord>;

/** Returns the kind of client that sent a request; null if the log contains no user agent. */
export function readClientKind({ userAgent }: Pick<LogSummary, 'userAgent'>) {
  return userAgent === null ? null : getClientKind(userAgent);
}

const NORMALIZED_PROPERTIES = SUMMARY_PROPERTIES.filter((property) => property !== 'id');

/** Normalizes a log for storage: adds missing values, and converts its text to well-formed Unicode. */
export function normalizeLog(record: LogInput): NewLogRecord {
  const logProperties: Readonly<Record<string, unknown>> = record;
  const normalizedLog: Record<string, unknown> = { ...record };
  for (const property of NORMALIZED_PROPERTIES) {
    const value = logProperties[property] ?? null;
    normalizedLog[property] = typeof value === 'string' ? value.toWellFormed() : value;
  }
  return normalizedLog as unknown as NewLogRecord;
}

/** Serializes a log. */
export function formatLog({ request, response, routeSource: _source, ...summary }: LogRecord): string {
  return `${JSON.stringify(summary).slice(0, -1)},"request":${getJson(request)},"response":${getJson(response)}}`;
}

/** Serializes a captured request or response. */
export function getJson(captured: unknown): string {
  return captured instanceof RawJson ? captured.text : JSON.stringify(captured ?? null);
}

/**
 * The filters of the specification and of this service. A log must match all filters that are set. The parameter `caller` of the API is the kind of
 * client.
 */
export interface LogSearch extends Omit<z.output<typeof logQuery>, 'limit' | 'cursor' | 'caller'> {
  readonly clientKind?: LogClientKind | undefined;
}

/** Port for captured requests. It is separate because there can be many logs, which can be stored in another database. */
export interface Logs {
  add(projectId: string, record: LogInput): Promise<LogRecord>;
  /**
   * Adds all logs in one transaction.
   * @returns the seed for `logIdFrom`
   */
  addAll(projectId: string, records: readonly LogInput[]): Promise<string>;
  /**
   * Adds the logs whose ids are not stored yet.
   * @returns the number of added logs
   */
  addNew(projectId: string, logs: readonly LogRecord[]): Promise<number>;
  /**
   * Searches logs, newest first. Logs with the same time are sorted by insertion order. A search that takes too long returns early, with the logs
   * that were found and a cursor.
   * @throws CursorError
   */
  search(
    projectId: string,
    search: LogSearch,
    page: {
      limit: number;
      cursor?: string | undefined;
      /** The filters that cursors are bound to, if relative times make the search differ between pages. Default: the filters of the search. */
      filters?: object;
    },
  ): Promise<ListPage<LogSummary>>;
  /** Returns a log whose request and response are `RawJson`. */
  get(projectId: string, id: string): Promise<LogRecord | undefined>;
  /**
   * Deletes at most `limit` of the oldest logs that were captured before a time.
   * @returns the number of deleted logs
   */
  prune(projectId: string, before: string, limit: number): Promise<number>;
  /**
   * Checks before the first use that the logs are stored in the database of this port.
   * @param switches whether the logs are stored in this database from now on, if all of them have been copied to it
   * @throws StoreInputError
   */
  prepare(switches: boolean): Promise<void>;
  /**
   * Removes logs in a separate database whose transaction was not committed, because the process or a database failed. No function returns such logs.
   * @returns the number of transactions
   */
  removeAbandoned(): Promise<number>;
}

/**
 * Returns the id of a log in a batch.
 * @param seed seed that `addAll` returned
 */
export function logIdFrom(seed: string, index: number): string {
  return deriveId('log', seed, index);
}

/** The port for captured requests. */
export interface LogPorts {
  readonly logs: Logs;
}
