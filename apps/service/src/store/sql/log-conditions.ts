import type { LogSearch } from '../logs.ts';
import type { SqlValue } from './sql.ts';

/** Part of a WHERE clause with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** An index on (project, one column, time), or on (project, time). Both stores have all of them. */
export type ScannedIndex =
  | 'logs_by_trace'
  | 'logs_by_email'
  | 'logs_by_route'
  | 'logs_by_status'
  | 'logs_by_method'
  | 'logs_by_time';

/** The conditions of a search, by how they are evaluated. */
export interface LogConditions {
  readonly index: ScannedIndex;
  /** Satisfied by the index scan itself. */
  readonly scanned: readonly Condition[];
  /** Conditions for the start and end of the index scan, if the search has a time range. */
  readonly until: readonly Condition[];
  readonly since: readonly Condition[];
  /** Checked for each log. */
  readonly checked: readonly Condition[];
}

/** @param contains SQL condition for a URL that contains the text of the placeholder */
export function logConditions(projectId: string, search: LogSearch, contains: string): LogConditions {
  const equalTo = (sql: string, value: SqlValue | undefined): Condition[] =>
    value === undefined ? [] : [{ sql, values: [value] }];
  // The first of these filters that is set determines the index: trace ids are the most selective, methods the least.
  const indexConditions: [ScannedIndex, Condition[]][] = [
    ['logs_by_trace', equalTo('trace_id = ?', search.traceId?.toWellFormed())],
    ['logs_by_email', equalTo('group_email = ?', search.groupEmail?.toWellFormed())],
    ['logs_by_route', equalTo('route = ?', search.route?.toWellFormed())],
    ['logs_by_status', equalTo('status = ?', search.status)],
    ['logs_by_method', equalTo('method = ?', search.method?.toUpperCase().toWellFormed())],
  ];
  const [first, ...others] = indexConditions.flatMap(([index, conditions]) =>
    conditions.map((condition) => ({ index, condition })),
  );
  return {
    index: first?.index ?? 'logs_by_time',
    scanned: [{ sql: 'project_id = ?', values: [projectId] }, ...(first ? [first.condition] : [])],
    until: equalTo('timestamp <= ?', search.until && clampedUtc(search.until)),
    since: equalTo('timestamp >= ?', search.since && clampedUtc(search.since)),
    checked: [
      ...others.map(({ condition }) => condition),
      ...equalTo('status / 100 = ?', search.statusClass && Number(search.statusClass[0])),
      ...equalTo('caller = ?', search.caller),
      ...equalTo('error_code = ?', search.errorCode?.toWellFormed()),
      ...equalTo('environment = ?', search.environment?.toWellFormed()),
      ...equalTo('recovery_hint_id = ?', search.recoveryHintId?.toWellFormed()),
      ...equalTo('duration_ms >= ?', search.minDurationMs),
      ...equalTo(contains, search.urlContains?.toWellFormed()),
    ],
  };
}

export function joinConditions(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Formats a time as it is stored. Times outside of the years 1 to 9999 (because of their offset) are clamped. */
function clampedUtc(time: string): string {
  const text = new Date(time).toISOString();
  if (text.startsWith('+')) return '9999-12-31T23:59:59.999Z';
  return text < '0001' ? '0001-01-01T00:00:00.000Z' : text;
}
