import type { BackupRow } from './tables.ts';

/** Everything in a form that both stores can give and take. */
export interface Backup {
  /** Hands over every row as it was at one moment, while others go on reading and writing. */
  each(take: (row: BackupRow) => Promise<void>): Promise<void>;
  /**
   * Puts all rows into a store that has none, or nothing when something is wrong with one.
   * @returns how many
   * @throws StoreInputError
   */
  restore(rows: AsyncIterable<BackupRow>): Promise<number>;
}
