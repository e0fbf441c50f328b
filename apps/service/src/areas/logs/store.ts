import { type CALLER_KINDS, getCallerKind, type LogFilters } from '@context-sync/core';
import type { ListPage } from '../../platform/database/list-page.ts';
import { deriveId } from '../../platform/database/new-id.ts';
import { RawJson } from '../../platform/database/raw-json.ts';
import type { RouteSource } from './endpoint-name.ts';

/** A captured request without its request and response bodies. */
export interface LogSummary {
  readonly id: string;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  /** Time of the request in UTC, with milliseconds and `Z`. */
  readonly timestamp: string;
  /** Duration of the request; null if it was not measured. */
  readonly durationMs: number | null;
  /** Template of the endpoint, such as `/pets/{petId}`; null for logs that were stored before logs were assigned to endpoints. */
  readonly route: string | null;
  readonly userAgent: string | null;
  readonly errorCode: string | null;
  readonly environment: string;
  readonly traceId: string | null;
  readonly recoveryHintId: string | null;
}

/** A log with its request and response, each of which is `RawJson` or, on input, another JSON value. */
export interface LogRecord extends LogSummary {
  /** Where the route comes from; null or missing if the log was not assigned to an endpoint. */
  readonly routeSource?: RouteSource | null | undefined;
  readonly request: unknown;
  readonly response: unknown;
}

export type NewLogRecord = Omit<LogRecord, 'id'>;

/** Returns the kind of client that sent a request; null if the log contains no user agent. */
export function getClientKind({ userAgent }: Pick<LogSummary, 'userAgent'>) {
  return userAgent === null ? null : getCallerKind(userAgent);
}

/** Normalizes a log for storage: converts its text to well-formed Unicode. */
export function normalizeLog(record: NewLogRecord): NewLogRecord {
  return {
    ...record,
    method: record.method.toWellFormed(),
    url: record.url.toWellFormed(),
    groupEmail: record.groupEmail?.toWellFormed() ?? null,
    route: record.route?.toWellFormed() ?? null,
    userAgent: record.userAgent?.toWellFormed() ?? null,
    errorCode: record.errorCode?.toWellFormed() ?? null,
    environment: record.environment.toWellFormed(),
    traceId: record.traceId?.toWellFormed() ?? null,
    recoveryHintId: record.recoveryHintId?.toWellFormed() ?? null,
  };
}

/** Serializes a log. */
export function formatLog({ request, response, routeSource: _source, ...summary }: LogRecord): string {
  return `${JSON.stringify(summary).slice(0, -1)},"request":${getJson(request)},"response":${getJson(response)}}`;
}

/** Serializes a captured request or response. */
export function getJson(captured: unknown): string {
  return captured instanceof RawJson ? captured.text : JSON.stringify(captured ?? null);
}

/** The classes of HTTP statuses. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** The filters of the specification and of this service. A log must match all filters that are set. */
export interface LogSearch extends Omit<LogFilters, 'limit'> {
  readonly statusClass?: (typeof STATUS_CLASSES)[number] | undefined;
  readonly route?: string | undefined;
  readonly caller?: (typeof CALLER_KINDS)[number] | undefined;
  readonly errorCode?: string | undefined;
  readonly environment?: string | undefined;
  readonly traceId?: string | undefined;
  readonly recoveryHintId?: string | undefined;
  readonly minDurationMs?: number | undefined;
}

/** Captured requests. Their interface is separate because logs can be numerous and may move to another database. */
export interface Logs {
  add(projectId: string, record: NewLogRecord): Promise<LogRecord>;
  /**
   * Adds all logs in one transaction.
   * @returns the seed for `logIdFrom`
   */
  addAll(projectId: string, records: readonly NewLogRecord[]): Promise<string>;
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
      /** The filters to which cursors belong, if the search differs between pages because of relative times. Default: the search. */
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
}

/**
 * Returns the id of a log in a batch.
 * @param seed seed that `addAll` returned
 */
export function logIdFrom(seed: string, index: number): string {
  return deriveId('log', seed, index);
}

/** The port of captured requests. */
export interface LogPorts {
  readonly logs: Logs;
}
