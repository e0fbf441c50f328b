/** Column values of both stores: text, integers and booleans. Times are text in the format of `toISOString`. */
export type Value = string | number | boolean | null;

export type Row = Readonly<Record<string, Value>>;

/**
 * Runs SQL that both SQLite and PostgreSQL support. Every `?` in a statement is a placeholder. Schema, full-text search and substring
 * search are specific to each store.
 */
export interface Sql {
  /** @returns the number of changed rows */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  get(sql: string, ...values: readonly Value[]): Promise<Row | undefined>;
  all(sql: string, ...values: readonly Value[]): Promise<Row[]>;
}

/** Returns a list of `?` placeholders. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Converts a boolean as returned by either store. */
export function toBoolean(value: Value | undefined): boolean {
  return value === true || value === 1;
}

export function textOrNull(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function now(): string {
  return new Date().toISOString();
}
