/** What can stand in a column of every store: text, whole numbers, truth. Times are text as `toISOString` writes them. */
export type Value = string | number | boolean | null;

export type Row = Readonly<Record<string, Value>>;

/**
 * Runs SQL that SQLite and PostgreSQL both understand. `?` stands for a value, and nothing else in a statement may be a `?`. What the two
 * do not share (schema, full text, substrings) stands with each of them.
 */
export interface Sql {
  /** @returns how many rows were changed */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  get(sql: string, ...values: readonly Value[]): Promise<Row | undefined>;
  all(sql: string, ...values: readonly Value[]): Promise<Row[]>;
}

/** As many `?` as there are values, for a list of them. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** A truth as either store gives it back. */
export function truthOf(value: Value | undefined): boolean {
  return value === true || value === 1;
}

export function textOrNull(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function now(): string {
  return new Date().toISOString();
}
