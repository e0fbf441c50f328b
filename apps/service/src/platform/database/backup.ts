import { z } from 'zod';
import type { DatabaseTable, StoredRow } from './table.ts';

/** One row of a table in a backup. */
export interface BackupRow {
  readonly table: string;
  readonly row: StoredRow;
}

/** Exports and imports all data in a format that SQLite and PostgreSQL share. */
export interface Backup<Ports> {
  /** The tables of a backup. */
  readonly tables: readonly DatabaseTable[];
  /** Calls `take` with every row of a consistent snapshot, without blocking other reads and writes. */
  each(take: (row: BackupRow) => Promise<void>): Promise<void>;
  /**
   * Inserts all rows into an empty store, or no rows if any row is invalid.
   * @param finish runs in the same transaction after the last row
   * @returns the number of rows
   * @throws StoreInputError
   */
  restore(rows: AsyncIterable<BackupRow>, finish?: (operations: Ports) => Promise<void>): Promise<number>;
}

/** Parses and validates a row of a backup. @throws Error if the row is invalid */
export function parseRow(tables: readonly DatabaseTable[], value: unknown): BackupRow {
  const { table: name, row } = z.strictObject({ table: z.string(), row: z.unknown() }).parse(value);
  const table = tables.find((each) => each.name === name && each.isBackedUp);
  if (!table) throw new Error(`there is no table "${name}"`);
  const rowResult = table.row.safeParse(row);
  if (!rowResult.success) throw new Error(`invalid row of "${name}": ${z.prettifyError(rowResult.error)}`);
  return { table: name, row: rowResult.data as StoredRow };
}
