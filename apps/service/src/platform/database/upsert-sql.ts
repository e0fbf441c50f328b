import { setImmediate } from 'node:timers/promises';
import { createValueRows, type Sql, type SqlValue } from './sql.ts';

const ROWS_PER_STATEMENT = 100;

/** Inserts rows. If a row exists, adds its counts to the existing counts and replaces the other columns. */
export async function upsert(
  sql: Sql,
  table: string,
  key: readonly string[],
  added: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  replaced: readonly string[] = [],
): Promise<void> {
  const names = [...key, ...added, ...replaced];
  const assignments = [
    ...added.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
    ...replaced.map((name) => `${name} = excluded.${name}`),
  ];
  await sql.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES ${createValueRows(rows.length, names.length)}
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${assignments.join(', ')}`,
    ...rows.flat(),
  );
}

/** Writes rows in slices, so that the size of each statement is bounded. */
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
