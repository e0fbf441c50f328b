import type { BackupRow, BackupTable } from './backup-table.ts';

/** Exports and imports all data in a format that both stores support. */
export interface Backup<Ports> {
  /** The tables of a backup. */
  readonly tables: readonly BackupTable[];
  /** Calls `take` with every row of a consistent snapshot. Does not block other reads and writes. */
  each(take: (row: BackupRow) => Promise<void>): Promise<void>;
  /**
   * Inserts all rows into an empty store, or no rows if one of them is invalid.
   * @param finish runs in the same transaction after the last row
   * @returns the number of rows
   * @throws StoreInputError
   */
  restore(rows: AsyncIterable<BackupRow>, finish?: (operations: Ports) => Promise<void>): Promise<number>;
}
