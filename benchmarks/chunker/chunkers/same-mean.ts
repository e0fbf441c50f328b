import { type Cut, cutAll, type Page } from './chunker.ts';

/** A size and the mean length of the items that it gives. */
export interface Sized {
  readonly size: number;
  readonly mean: number;
  /** Whether the mean is the one that was asked for. */
  readonly same: boolean;
}

/** Means that differ by more are not the same. */
const TOLERANCE = 0.02;
/** No closer one is looked for: what chunkers re-create differs by as little as this. */
const CLOSE = 0.003;
const MOST_TRIES = 10;

/** Mean length of the content of what the pages are cut into, in UTF-16 units. */
export async function meanLength(cut: Cut, pages: readonly Page[], size: number): Promise<number> {
  const lengths = (await cutAll(cut, pages, size)).flat().map(({ content }) => content.length);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/**
 * The size at which the mean of a chunker's items comes closest to the one asked for. Not the same where that is more than two percent away: a
 * chunker that never gathers sections stays below however large a size it is given.
 */
export async function sizeForMean(meanAt: (size: number) => Promise<number>, mean: number): Promise<Sized> {
  let size = Math.round(mean * 1.6);
  let low = 50;
  let high = Number.POSITIVE_INFINITY;
  let last = { size: Number.POSITIVE_INFINITY, mean: 0 };
  let best: Sized = { size, mean: 0, same: false };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const measured = await meanAt(size);
    const same = Math.abs(measured / mean - 1) <= TOLERANCE;
    if (Math.abs(measured - mean) < Math.abs(best.mean - mean)) best = { size, mean: measured, same };
    if (Math.abs(measured / mean - 1) <= CLOSE) break;
    const grown = size / last.size >= 1.2 && measured / last.mean < 1.01;
    if (grown && measured < mean) break;
    last = { size, mean: measured };
    if (measured < mean) low = size;
    else high = size;
    const wanted = Math.round((size * mean) / measured);
    const next = wanted > low && wanted < high ? wanted : Math.round((low + Math.min(high, low * 3)) / 2);
    if (next === size || next > mean * 20) break;
    size = next;
  }
  return best;
}
