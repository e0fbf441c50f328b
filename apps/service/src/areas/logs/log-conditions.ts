import type { SqlValue } from '../../platform/database/sql.ts';
import type { LogSearch } from './store.ts';
import { listLogColumns } from './tables.ts';

/** A part of a WHERE clause with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The index that a search scans. Each index covers (project, one column, time) or (project, time), and both databases have all these indexes. */
export type ScannedIndex =
  | 'logs_by_trace'
  | 'logs_by_address'
  | 'logs_by_route'
  | 'logs_by_status'
  | 'logs_by_method'
  | 'logs_by_time';

/** The conditions of a search, grouped by the way in which they are evaluated. */
export interface LogConditions {
  readonly index: ScannedIndex;
  /** Conditions that every row of the index scan satisfies. */
  readonly scanned: readonly Condition[];
  /**
   * Conditions for the start (`until`) and the end (`since`) of the index scan, which runs from new to old. The lists are empty if the search has no
   * such bound.
   */
  readonly until: readonly Condition[];
  readonly since: readonly Condition[];
  /** Conditions that are checked for each log. */
  readonly checked: readonly Condition[];
}

/** The filters without an index, which are compared with each log. */
const INDEXED_FILTERS = ['traceId', 'groupEmail', 'route', 'status', 'method'];
export const SCANNED_FILTERS = listLogColumns((column) => column.isFilterable).filter(
  ({ property }) => !INDEXED_FILTERS.includes(property),
);

/** Returns the value of a filter. */
export function formatFilterValue(value: unknown): SqlValue | undefined {
  return typeof value === 'string' ? value.toWellFormed() : (value as SqlValue | undefined);
}

/**
 * Returns the conditions of a search.
 * @param contains SQL condition for a URL that contains the text of the placeholder
 * @param isFrom returns the condition for logs of an email address
 */
export function logConditions(
  projectId: string,
  search: LogSearch,
  { contains, isFrom }: { readonly contains: string; readonly isFrom: (address: string) => Condition },
): LogConditions {
  const searchProperties: Readonly<Record<string, unknown>> = { ...search };
  const createEqualCondition = (sql: string, value: SqlValue | undefined): Condition[] =>
    value === undefined ? [] : [{ sql, values: [value] }];
  // The first of these filters that is set determines the index. The filters are sorted from the most selective (trace ids) to the least selective
  // (methods).
  const indexConditions: [ScannedIndex, Condition[]][] = [
    ['logs_by_trace', createEqualCondition('trace_id = ?', search.traceId?.toWellFormed())],
    [
      'logs_by_address',
      search.groupEmail === undefined ? [] : [createAddressCondition(isFrom(search.groupEmail.toWellFormed()))],
    ],
    ['logs_by_route', createEqualCondition('route = ?', search.route?.toWellFormed())],
    ['logs_by_status', createEqualCondition('status = ?', search.status)],
    ['logs_by_method', createEqualCondition('method = ?', search.method?.toUpperCase().toWellFormed())],
  ];
  const [first, ...others] = indexConditions.flatMap(([index, conditions]) =>
    conditions.map((condition) => ({ index, condition })),
  );
  return {
    index: first?.index ?? 'logs_by_time',
    scanned: [{ sql: 'project_id = ?', values: [projectId] }, ...(first ? [first.condition] : [])],
    until: createEqualCondition('timestamp <= ?', search.until && clampToUtc(search.until)),
    since: createEqualCondition('timestamp >= ?', search.since && clampToUtc(search.since)),
    checked: [
      ...others.map(({ condition }) => condition),
      ...createEqualCondition('status / 100 = ?', search.statusClass && Number(search.statusClass[0])),
      ...SCANNED_FILTERS.flatMap(({ property, name }) =>
        createEqualCondition(`${name} = ?`, formatFilterValue(searchProperties[property])),
      ),
      ...createEqualCondition('duration_ms >= ?', search.minDurationMs),
      ...createEqualCondition(contains, search.urlContains?.toWellFormed()),
    ],
  };
}

/** Repeats the condition of the partial index, because the database uses the index only for queries with this condition. */
function createAddressCondition({ sql, values }: Condition): Condition {
  return { sql: `group_email IS NOT NULL AND ${sql}`, values };
}

export function joinConditions(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Formats a time in the stored format. A time whose offset moves it outside of the years 1 to 9999 is clamped. */
export function clampToUtc(time: string): string {
  const text = new Date(time).toISOString();
  if (text.startsWith('+')) return '9999-12-31T23:59:59.999Z';
  return text < '0001' ? '0001-01-01T00:00:00.000Z' : text;
}
