import { getElementAt, getLast } from '@context-sync/base';

/** Preferred minimum share of the text on each side of a boundary. Other boundaries are used only if no boundary has this share on both sides. */
const MIN_SIDE_RATIO = 0.2;
/** Penalty that is added to the rank of a boundary at the largest distance from the middle. */
const BALANCE_WEIGHT = 0.5;

/** Consecutive units of a text, such as blocks, sections or lines. All arrays have one entry per unit. */
export interface UnitRanges {
  /** Start offsets in ascending order. */
  readonly starts: readonly number[];
  /** End offsets. */
  readonly ends: readonly number[];
  /**
   * Rank of the boundary before each unit; lower is better. The rank depends only on the unit's own text, so that boundaries stay in place when other
   * units change.
   */
  readonly ranks: readonly number[];
}

/**
 * Splits units into groups no longer than `limit`. A unit that is longer forms a separate group. A group that is too long is split recursively at the
 * best boundary near its middle, so an edit moves only the boundaries near it.
 * @returns index of the first unit of every group
 */
export function splitUnits({ starts, ends, ranks }: UnitRanges, limit: number): number[] {
  const unitStarts: number[] = [];
  const openRanges: [from: number, to: number][] = [[0, starts.length]];
  while (openRanges.length > 0) {
    const [from, to] = getLast(openRanges);
    openRanges.pop();
    if (to === from) continue;
    const rangeStart = getElementAt(starts, from);
    const total = getElementAt(ends, to - 1) - rangeStart;
    if (to - from === 1 || total <= limit) {
      unitStarts.push(from);
      continue;
    }
    const boundary = findBestBoundary(starts, ranks, from, to, rangeStart, total);
    openRanges.push([boundary, to], [from, boundary]);
  }
  return unitStarts;
}

function findBestBoundary(
  starts: readonly number[],
  ranks: readonly number[],
  from: number,
  to: number,
  begin: number,
  total: number,
): number {
  const firstBoundary = Math.max(from + 1, findFirstAtOrAfter(starts, begin + total * MIN_SIDE_RATIO, from, to));
  const end = begin + total * (1 - MIN_SIDE_RATIO);
  let bestIndex = -1;
  let rank = Number.POSITIVE_INFINITY;
  for (let index = firstBoundary; index < to && getElementAt(starts, index) <= end; index += 1) {
    const bestInRange =
      getElementAt(ranks, index) + (BALANCE_WEIGHT * Math.abs(getElementAt(starts, index) - begin - total / 2)) / total;
    if (bestInRange < rank) {
      rank = bestInRange;
      bestIndex = index;
    }
  }
  if (bestIndex >= 0) return bestIndex;
  // If a long unit covers the middle, split before or after it, whichever makes the halves more equal.
  const lastStart = Math.min(firstBoundary, to - 1);
  const firstStart = Math.max(lastStart - 1, from + 1);
  const middleOffset = begin + total / 2;
  return middleOffset - getElementAt(starts, firstStart) <= getElementAt(starts, lastStart) - middleOffset
    ? firstStart
    : lastStart;
}

function findFirstAtOrAfter(starts: readonly number[], offset: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middleIndex = (low + high) >> 1;
    if (getElementAt(starts, middleIndex) < offset) low = middleIndex + 1;
    else high = middleIndex;
  }
  return low;
}

/** Returns a hash of the first 48 characters from `from` as a number between 0 and 1 (FNV-1a, folded). */
export function hashText(text: string, from = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  const to = Math.min(end, from + 48);
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
