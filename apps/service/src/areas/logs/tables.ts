import { CLIENT_KINDS } from '@context-sync/core/client-kind';
import { boolean, type Column, integer, oneOf, real, text, time } from '../../platform/database/column.ts';
import { defineTable, type RowOf, selectColumns } from '../../platform/database/table.ts';

/** The captured requests. A request and its response are JSON text. */
export const LOGS = defineTable({
  name: 'logs',
  key: ['number'],
  columns: {
    number: integer(),
    id: text(),
    projectId: text(),
    status: integer({ filterable: true }),
    method: text({ content: 'name', filterable: true }),
    url: text({ content: 'captured' }),
    groupEmail: text({ content: 'address', nullable: true, filterable: true }),
    /** Time of the request in UTC, with milliseconds and `Z`. */
    timestamp: time(),
    request: text({ content: 'captured' }),
    response: text({ content: 'captured' }),
    /** Duration of the request; null if it was not measured. */
    durationMs: real({ nullable: true, missing: null }),
    /** Template of the endpoint, such as `/pets/{petId}`; null for logs that were stored before logs were assigned to endpoints. */
    route: text({ content: 'route', nullable: true, filterable: true, missing: null }),
    userAgent: text({ content: 'captured', nullable: true, missing: null }),
    /** Kind of client that sent the request; null if the log contains no user agent. */
    clientKind: oneOf(CLIENT_KINDS, { column: 'caller', nullable: true, filterable: true, missing: null }),
    errorCode: text({ content: 'name', nullable: true, filterable: true, missing: null }),
    environment: text({ content: 'name', filterable: true, missing: 'production' }),
    traceId: text({ content: 'captured', nullable: true, filterable: true, missing: null }),
    recoveryHintId: text({ content: 'captured', nullable: true, filterable: true, missing: null }),
    /** Source of the route; null if the log was not assigned to an endpoint. */
    routeSource: text({ nullable: true, missing: null }),
  },
});

const { number: _number, projectId: _projectId, clientKind: _kind, routeSource: _source, ...returned } = LOGS.columns;
const { request: _request, response: _response, ...summarized } = returned;
type SummaryColumns = typeof summarized;
/** Properties of a log that the API returns, without the request and the response. */
export const SUMMARY_PROPERTIES = Object.keys(summarized) as (keyof SummaryColumns)[];
export const SUMMARY = selectColumns(LOGS, SUMMARY_PROPERTIES);

/** A captured request without its request and response bodies. */
export type LogSummary = RowOf<SummaryColumns>;

/** Lists the columns by property that satisfy a condition. */
export function listLogColumns(isListed: (column: Column) => boolean): { property: string; name: string }[] {
  const names: Readonly<Record<string, string>> = LOGS.names;
  return Object.entries<Column>(LOGS.columns).flatMap(([property, column]) =>
    isListed(column) ? [{ property, name: names[property] ?? property }] : [],
  );
}

/** The trigrams of the URLs, which SQLite keeps in a virtual table. */
const LOG_URLS = defineTable({
  name: 'log_urls',
  key: [],
  isBackedUp: false,
  onlyIn: 'sqlite',
  columns: { url: text({ content: 'index', nullable: true }) },
});

/**
 * The batches of logs that are being written to another database. A batch is added before its logs are written, and deleted in the transaction that
 * counts the logs. So the logs of a batch in this table are not committed.
 */
const LOG_BATCHES = defineTable({
  name: 'log_batches',
  key: ['number'],
  isBackedUp: false,
  onlyIn: 'postgres',
  columns: {
    number: integer(),
    openedAt: time(),
    /** Time at which the logs of the batch were removed because its transaction had not been committed in time. */
    removedAt: time({ nullable: true }),
  },
});

/** The database in which the logs are stored. A database that never used ClickHouse has no row. */
const LOG_LOCATION = defineTable({
  name: 'log_location',
  key: ['name'],
  isBackedUp: false,
  onlyIn: 'postgres',
  columns: {
    name: text(),
    /** Identifies this database in ClickHouse, so that no other database uses the same table of logs. */
    id: text(),
    place: text(),
    /** The other database, after all logs were copied to it. */
    movedTo: text({ nullable: true }),
    /** Whether ClickHouse has stored the id, so that a database without it is not the one with the logs. */
    isClaimed: boolean(),
  },
});

/** For each database, the last run of `move-logs` that copied all of its logs to the other one. */
const LOG_COPIES = defineTable({
  name: 'log_copies',
  key: ['source'],
  isBackedUp: false,
  onlyIn: 'postgres',
  columns: {
    source: text(),
    /** Number up to which the other database had the same logs at the end of the run. */
    lastNumber: integer(),
    startedAt: time(),
  },
});

export const LOG_TABLES = [LOGS, LOG_URLS, LOG_BATCHES, LOG_LOCATION, LOG_COPIES];
