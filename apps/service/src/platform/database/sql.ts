/** Column values of both databases: text, numbers, booleans and null. Times are text in the format of `toISOString`. */
export type SqlValue = string | number | boolean | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * Runs SQL that both SQLite and PostgreSQL support. Every `?` in a statement is a placeholder. Schemas and substring searches differ between the databases.
 */
export interface Sql {
  /**
   * Runs a statement that changes rows.
   * @returns the number of changed rows
   */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
  get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined>;
  all(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow[]>;
}

/** Returns a comma-separated list of `?` placeholders. */
export function createPlaceholders(count: number): string {
  return Array<string>(count).fill('?').join(', ');
}

/** Returns the `VALUES` clause of a statement that inserts several rows. */
export function createValueRows(rows: number, columns: number): string {
  return Array<string>(rows)
    .fill(`(${createPlaceholders(columns)})`)
    .join(', ');
}

/** Returns the boolean that a column value of either database represents. */
export function toBoolean(value: SqlValue | undefined): boolean {
  return value === true || value === 1;
}

/**
 * Returns the value of a text column that is never null.
 * @throws TypeError if the value is not text because the query and the schema do not match
 */
export function getText(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column "${column}" must be text (got ${typeof value})`);
  return value;
}

export function toTextOrNull(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function getNow(): string {
  return new Date().toISOString();
}
