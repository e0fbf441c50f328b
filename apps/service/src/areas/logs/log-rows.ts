import { type SqlRow, type SqlValue, toTextOrNull } from '../../platform/database/sql.ts';
import { parseRouteSource } from './endpoint-name.ts';
import type { ClassifiedLog, StoredLog } from './log-storage.ts';
import type { LogClientKind } from './store.ts';
import { SUMMARY_PROPERTIES } from './tables.ts';

/** Returns the values of a log by the properties of its columns, without its number. */
export function createLogRow(projectId: string, log: ClassifiedLog): Record<string, SqlValue> {
  const { clientKind, routeSource = null, requestText: request, responseText: response } = log;
  const row: Record<string, SqlValue> = { projectId, clientKind, routeSource, request, response };
  for (const property of SUMMARY_PROPERTIES) row[property] = log[property];
  return row;
}

/** Parses a row with the columns that the counts require. */
export function parseStoredLog(row: SqlRow): StoredLog {
  const source = toTextOrNull(row.route_source);
  return {
    number: Number(row.number),
    timestamp: String(row.timestamp),
    method: String(row.method),
    url: String(row.url),
    route: toTextOrNull(row.route),
    routeSource: source === null ? null : parseRouteSource(source),
    environment: String(row.environment),
    clientKind: toTextOrNull(row.caller) as LogClientKind | null,
    status: Number(row.status),
    durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
    errorCode: toTextOrNull(row.error_code),
    groupEmail: toTextOrNull(row.group_email),
    bytes: Number(row.bytes),
  };
}
