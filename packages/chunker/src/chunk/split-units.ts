import { elementAt, lastOf } from '@context-sync/formats';

/** No cut leaves less than this share on one side, where there is another place. */
const EDGE = 0.2;
/** How much a cut beside the middle is worse, as a rank, when it is as far from it as can be. */
const BALANCE = 0.2;

/** Units that stand one behind the other in a text, such as blocks, sections or lines. All arrays have one entry for each. */
export interface Run {
  /** Offsets of their beginnings, ascending. */
  readonly starts: readonly number[];
  /** Offsets behind their ends. */
  readonly ends: readonly number[];
  /** How well a cut stands before each; lower is better. What decides is the unit's own text, so that a cut stays where it is when others change. */
  readonly ranks: readonly number[];
}

/**
 * Splits a run into groups no longer than `limit`; a unit that is longer stands alone. Where all of it is too long it is cut at the best
 * place around its middle, and the halves in turn: an edit moves the cuts near it, and no others.
 *
 * @returns index of the first unit of every group
 */
export function split({ starts, ends, ranks }: Run, limit: number): number[] {
  const firsts: number[] = [];
  const open: [from: number, to: number][] = [[0, starts.length]];
  while (open.length > 0) {
    const [from, to] = lastOf(open);
    open.pop();
    if (to === from) continue;
    const begin = elementAt(starts, from);
    const total = elementAt(ends, to - 1) - begin;
    if (to - from === 1 || total <= limit) {
      firsts.push(from);
      continue;
    }
    const cut = bestCut(starts, ranks, from, to, begin, total);
    open.push([cut, to], [from, cut]);
  }
  return firsts;
}

function bestCut(
  starts: readonly number[],
  ranks: readonly number[],
  from: number,
  to: number,
  begin: number,
  total: number,
): number {
  const first = Math.max(from + 1, firstAtOrAfter(starts, begin + total * EDGE, from, to));
  const end = begin + total * (1 - EDGE);
  let best = -1;
  let rank = Number.POSITIVE_INFINITY;
  for (let index = first; index < to && elementAt(starts, index) <= end; index += 1) {
    const here = elementAt(ranks, index) + (BALANCE * Math.abs(elementAt(starts, index) - begin - total / 2)) / total;
    if (here < rank) {
      rank = here;
      best = index;
    }
  }
  if (best >= 0) return best;
  // A long unit takes up the middle: beside it, where the halves differ less.
  const after = Math.min(first, to - 1);
  const before = Math.max(after - 1, from + 1);
  const middle = begin + total / 2;
  return middle - elementAt(starts, before) <= elementAt(starts, after) - middle ? before : after;
}

function firstAtOrAfter(starts: readonly number[], offset: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(starts, middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A number below 1 made of the first 48 characters from `from` (FNV-1a, folded): the same text, the same number. */
export function hashOf(text: string, from = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  const to = Math.min(end, from + 48);
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
