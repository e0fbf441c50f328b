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
  const open: number[] = [0, starts.length];
  while (open.length > 1) {
    const to = open.pop() ?? 0;
    const from = open.pop() ?? 0;
    const begin = starts[from] ?? 0;
    const total = (ends[to - 1] ?? 0) - begin;
    if (to - from <= 1 || total <= limit) {
      if (to > from) firsts.push(from);
      continue;
    }
    const cut = bestCut(starts, ranks, from, to, begin, total);
    open.push(cut, to, from, cut);
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
  const last = begin + total * (1 - EDGE);
  let best = -1;
  let rank = Number.POSITIVE_INFINITY;
  for (let index = first; index < to && (starts[index] ?? 0) <= last; index += 1) {
    const here = (ranks[index] ?? 0) + (BALANCE * Math.abs((starts[index] ?? 0) - begin - total / 2)) / total;
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
  return middle - (starts[before] ?? 0) <= (starts[after] ?? 0) - middle ? before : after;
}

function firstAtOrAfter(starts: readonly number[], offset: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A number below 1 made of the first 48 characters from `from` (FNV-1a, folded): the same text, the same number. */
export function hashOf(text: string, from = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  const to = Math.min(end, from + 48);
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
