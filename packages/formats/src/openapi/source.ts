import type { Warning } from '../reading/reading.ts';

/** First and last line, counted from 1. */
export type LineRange = readonly [first: number, last: number];

/** A description as data, with where its parts stand in the text. */
export interface Source {
  readonly root: unknown;
  /** Lines of what stands at these keys, for the keys of the root, the paths and webhooks, their operations, and the components. */
  lines(path: readonly string[]): LineRange | undefined;
  readonly warnings: readonly Warning[];
}

/** The text could not be read, and why. */
export interface Unreadable {
  readonly fault: Warning;
}

/** Whether where the value stands is of interest. The depth is bounded, so what is kept is too. */
export function isPlaced(path: readonly string[]): boolean {
  const [root, , kind] = path;
  if (path.length <= 1) return true;
  if (root === 'info') return path.length === 2;
  if (root === 'components') return path.length <= 3;
  if (root !== 'paths' && root !== 'webhooks') return false;
  return path.length <= 3 || (path.length === 4 && kind === 'additionalOperations');
}

/** Of one kind, so that a document full of faults does not flood the log. */
export const WARNING_LIMIT = 50;

/** Depth beyond which nothing is placed. */
export const PLACED_DEPTH = 4;

export function placeKey(path: readonly string[]): string {
  return path.join('\n');
}
