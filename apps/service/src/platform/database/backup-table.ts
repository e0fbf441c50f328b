import { z } from 'zod';
import type { Sql, SqlValue } from './sql.ts';

/** A table that a backup contains. */
export interface BackupTable {
  readonly name: string;
  /** Columns that identify the rows of the table and determine their order. */
  readonly key: readonly string[];
  readonly row: z.ZodObject;
  /** Returns the columns that the store derives from the others, which a backup does not contain. */
  readonly deriveColumns?: (row: BackupRow['row']) => Readonly<Record<string, SqlValue>>;
  /** Derives other tables from the rows of this table, after all rows of a backup have been inserted. */
  readonly finishRestore?: (sql: Sql) => Promise<void>;
}

/** One row of a table in a backup. */
export interface BackupRow {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | boolean | null>>;
}

/** Parses and validates a row of a backup. @throws Error if the row is invalid */
export function parseRow(tables: readonly BackupTable[], value: unknown): BackupRow {
  const { table: name, row } = z.strictObject({ table: z.string(), row: z.unknown() }).parse(value);
  const table = tables.find((each) => each.name === name);
  if (!table) throw new Error(`there is no table "${name}"`);
  const rowResult = table.row.safeParse(row);
  if (!rowResult.success) throw new Error(`invalid row of "${name}": ${z.prettifyError(rowResult.error)}`);
  return { table: name, row: rowResult.data as BackupRow['row'] };
}
