/** Name of the measurement that does not cut at all. */
export const FLOOR = 'read + hash';

/** What a fresh process is to do. `once`: cut the files of a folder once; `warm`: many times; `linear`: one growing document. */
export interface Task {
  readonly kind: 'once' | 'warm' | 'linear';
  /** A chunker, or the floor. */
  readonly name: string;
  readonly module: string;
  readonly size: number;
  /** A folder of pages, or for `linear` a file. */
  readonly input: string;
  /** Whether all that was cut is held until the end, as a sync does. */
  readonly keep: boolean;
}

/** CPU time in microseconds, user and system, of the whole process; its peak of resident memory in bytes; and what it measured itself. */
export interface Measured<T> {
  readonly cpu: number;
  readonly rss: number;
  readonly result: T;
}
