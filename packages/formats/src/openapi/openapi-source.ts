import type { Warning } from '@context-sync/reading';

/** First and last line of a range, counted from 1. */
export type LineRange = readonly [first: number, last: number];

/** A document as data, with the lines of its parts. */
export interface OpenapiSource {
  readonly root: unknown;
  /** Returns the lines of the value at these keys. Supports the keys of the root object, paths and webhooks, their operations, and components. */
  lines(path: readonly string[]): LineRange | undefined;
  readonly warnings: readonly Warning[];
}

/** Reason why the text could not be read. */
export interface UnreadableSource {
  readonly fault: Warning;
}

/** Returns whether the position of a value is needed. The depth is limited, which also limits the number of positions. */
export function isPlaced(path: readonly string[]): boolean {
  const [root, , kind] = path;
  if (path.length <= 1) return true;
  if (root === 'info') return path.length === 2;
  if (root === 'components') return path.length <= 3;
  if (root !== 'paths' && root !== 'webhooks') return false;
  return path.length <= 3 || (path.length === 4 && kind === 'additionalOperations');
}

/** Maximum number of warnings of one kind, so that a broken document does not flood the log. */
export const WARNING_LIMIT = 50;

/** Maximum depth of values whose positions are recorded. */
export const MAX_PLACE_DEPTH = 4;

export function createPlaceKey(path: readonly string[]): string {
  return path.join('\n');
}
