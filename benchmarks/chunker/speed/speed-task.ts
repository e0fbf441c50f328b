/** The name of the lower bound, a measurement without chunking. */
export const FLOOR_NAME = 'read + hash';
/** The name of our chunker with an index of the site. */
export const OWN_SITE_NAME = 'ours, with the site index';

/**
 * The task of a new process. `once` chunks the files of a folder once, `warm` chunks them many times, and `linear` chunks one growing
 * document.
 */
export interface Task {
  readonly kind: 'once' | 'warm' | 'linear';
  /** The name of a chunker or of the lower bound. */
  readonly name: string;
  readonly module: string;
  readonly size: number;
  /** The path of a folder with pages, or of a file for `linear`. */
  readonly input: string;
  /** Whether all items stay in memory until the end, as in a sync. */
  readonly keep: boolean;
}

/** The CPU time of the whole process in microseconds (user and system), its peak resident memory in bytes, and the result that it returned. */
export interface TaskMeasurement<T> {
  readonly cpu: number;
  readonly rss: number;
  readonly result: T;
}
