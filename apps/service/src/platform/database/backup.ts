import type { NewAuditEntry } from '../audit/audit.ts';
import type { BackupRow } from './backup-tables.ts';

/** Exports and imports all data in a format that both stores support. */
export interface Backup {
  /** Calls `take` with every row of a consistent snapshot. Does not block other reads and writes. */
  each(take: (row: BackupRow) => Promise<void>): Promise<void>;
  /**
   * Inserts all rows into an empty store, or no rows if one of them is invalid.
   * @param entry entry that is added to the audit log in the same transaction
   * @returns the number of rows
   * @throws StoreInputError
   */
  restore(rows: AsyncIterable<BackupRow>, entry?: NewAuditEntry): Promise<number>;
}
