import { setImmediate } from 'node:timers/promises';
import type { Sql } from './sql.ts';
import { type Columns, createInsert, type DatabaseTable, type RowOf } from './table.ts';

const ROWS_PER_STATEMENT = 100;

interface UpsertOptions<Described extends Columns> {
  readonly added?: readonly (keyof Described & string)[];
  readonly key?: readonly (keyof Described & string)[];
}

/**
 * Inserts rows. If a row exists, adds its counts to the existing counts and replaces the other columns.
 * @param added properties whose counts are added
 * @param key properties that identify a row. Default: the primary key
 */
export async function upsert<Described extends Columns>(
  sql: Sql,
  table: DatabaseTable<Described>,
  rows: readonly Partial<RowOf<Described>>[],
  { added = [], key = table.key }: UpsertOptions<Described> = {},
): Promise<void> {
  const insert = createInsert(table, rows);
  const isKey = new Set<string>(key);
  const isAdded = new Set<string>(added);
  const assignments = Object.keys(rows[0] ?? {}).flatMap((property) => {
    const name = table.names[property];
    if (isKey.has(property)) return [];
    return [`${name} = ${isAdded.has(property) ? `${table.name}.${name} + ` : ''}excluded.${name}`];
  });
  const keyNames = key.map((property) => table.names[property]);
  await sql.run(
    `${insert.sql} ON CONFLICT (${keyNames.join(', ')}) DO UPDATE SET ${assignments.join(', ')}`,
    ...insert.values,
  );
}

/** Writes rows in batches, so that the size of each statement is bounded. */
export async function writeInSlices<T>(
  all: readonly T[],
  write: (slice: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < all.length; start += ROWS_PER_STATEMENT) {
    await write(all.slice(start, start + ROWS_PER_STATEMENT));
    // Other requests can run at this point, which is necessary because the SQLite API is synchronous.
    await setImmediate();
  }
}
