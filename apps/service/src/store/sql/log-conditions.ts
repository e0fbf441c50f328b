import type { LogSearch } from '../logs.ts';
import type { Value } from './sql.ts';

/** A part of a WHERE clause with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** An index of (project, one column, time), or of (project, time). Both stores have them all. */
export type WalkedIndex = 'logs_by_email' | 'logs_by_status' | 'logs_by_method' | 'logs_by_time';

/** The conditions of a search, parted by how they are met. */
export interface LogConditions {
  readonly index: WalkedIndex;
  /** Met by walking the index: what is walked is what is found, as far as these go. */
  readonly walked: readonly Condition[];
  /** Where the walk begins and ends, if that is said; met by walking as well. */
  readonly until: readonly Condition[];
  readonly since: readonly Condition[];
  /** Must be looked at log by log. */
  readonly checked: readonly Condition[];
}

/**
 * @param contains SQL that is true where the URL has the text that a `?` stands for
 */
export function conditionsOf(projectId: string, search: LogSearch, contains: string): LogConditions {
  const equal = (sql: string, value: Value | undefined): Condition[] =>
    value === undefined ? [] : [{ sql, values: [value] }];
  // The first that is given is walked: addresses tell logs apart best, methods worst.
  const given: [WalkedIndex, Condition[]][] = [
    ['logs_by_email', equal('group_email = ?', search.groupEmail?.toWellFormed())],
    ['logs_by_status', equal('status = ?', search.status)],
    ['logs_by_method', equal('method = ?', search.method?.toUpperCase().toWellFormed())],
  ];
  const [first, ...others] = given.flatMap(([index, conditions]) =>
    conditions.map((condition) => ({ index, condition })),
  );
  return {
    index: first?.index ?? 'logs_by_time',
    walked: [{ sql: 'project_id = ?', values: [projectId] }, ...(first ? [first.condition] : [])],
    until: equal('timestamp <= ?', search.until && utc(search.until)),
    since: equal('timestamp >= ?', search.since && utc(search.since)),
    checked: [...others.map(({ condition }) => condition), ...equal(contains, search.urlContains?.toWellFormed())],
  };
}

export function whereOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** A time as it is stored. What an offset leads to beyond the years 1 to 9999 is that far away in either store: their first or last moment. */
function utc(time: string): string {
  const text = new Date(time).toISOString();
  if (text.startsWith('+')) return '9999-12-31T23:59:59.999Z';
  return text < '0001' ? '0001-01-01T00:00:00.000Z' : text;
}
