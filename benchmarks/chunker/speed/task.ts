/** Name of the measurement without chunking. */
export const FLOOR = 'read + hash';

/** The measurement of a fresh process. `once`: chunks the files of a folder once; `warm`: many times; `linear`: one growing document. */
export interface Task {
  readonly kind: 'once' | 'warm' | 'linear';
  /** A chunker, or the floor. */
  readonly name: string;
  readonly module: string;
  readonly size: number;
  /** A folder of pages; for `linear`, a file. */
  readonly input: string;
  /** Whether all items stay in memory until the end, as in a sync. */
  readonly keep: boolean;
}

/** CPU time of the whole process in microseconds (user and system), its peak resident memory in bytes, and its own result. */
export interface Measured<T> {
  readonly cpu: number;
  readonly rss: number;
  readonly result: T;
}
