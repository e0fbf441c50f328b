import { type ChunkFunction, chunkAll, type SourcePage } from './chunker.ts';

/** A target size and the mean length of the resulting items. */
export interface Sized {
  readonly size: number;
  readonly mean: number;
  /** Whether the mean is close enough to the requested mean. */
  readonly same: boolean;
}

/** The maximum relative difference of two means that are considered equal. */
const TOLERANCE = 0.02;
/** The relative difference at which the search stops, because smaller differences hardly affect the number of re-created items. */
const CLOSE = 0.003;
const MOST_TRIES = 10;

/** Returns the mean length of the items' content, in UTF-16 units. */
export async function meanLength(
  chunkPage: ChunkFunction,
  pages: readonly SourcePage[],
  size: number,
): Promise<number> {
  const lengths = (await chunkAll(chunkPage, pages, size)).flat().map(({ content }) => content.length);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/**
 * Finds the size at which the mean item length is closest to the requested one. The requested mean is not reached if the difference is
 * more than two percent, for example for a chunker that never merges sections.
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
