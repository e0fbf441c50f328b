/** Column values of both stores: text, integers and booleans. Times are text in the format of `toISOString`. */
export type SqlValue = string | number | boolean | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * Runs SQL that both SQLite and PostgreSQL support. Every `?` in a statement is a placeholder. Schema, full-text search and substring
 * search are specific to each store.
 */
export interface Sql {
  /** @returns the number of changed rows */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
  get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined>;
  all(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow[]>;
}

/** Returns a list of `?` placeholders. */
export function createPlaceholders(count: number): string {
  return Array<string>(count).fill('?').join(', ');
}

/** Returns the `VALUES` of a statement that inserts several rows. */
export function valueRows(rows: number, columns: number): string {
  return Array<string>(rows)
    .fill(`(${createPlaceholders(columns)})`)
    .join(', ');
}

/** Converts a boolean as returned by either store. */
export function toBoolean(value: SqlValue | undefined): boolean {
  return value === true || value === 1;
}

/** Returns a column that is text and never null. @throws TypeError if it is not: the query and the schema do not match */
export function textIn(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column "${column}" must be text (got ${typeof value})`);
  return value;
}

export function textOrNull(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function now(): string {
  return new Date().toISOString();
}
