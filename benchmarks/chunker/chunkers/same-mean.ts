import { type ChunkFunction, chunkPages, type SourcePage } from './chunker-types.ts';

/** A target size and the mean length of the resulting items. */
export interface SizedResult {
  readonly size: number;
  readonly mean: number;
  /** Whether the mean is close enough to the requested mean. */
  readonly same: boolean;
}

/** The maximum relative difference of two means that are considered equal. */
const MAX_MEAN_DIFFERENCE = 0.02;
/** The relative difference at which the search stops, because smaller differences have little effect on the number of re-created items. */
const SEARCH_PRECISION = 0.003;
const MAX_TRIES = 10;

/** Returns the mean length of the items' content, in UTF-16 units. */
export async function measureMeanLength(
  chunkPage: ChunkFunction,
  pages: readonly SourcePage[],
  size: number,
): Promise<number> {
  const lengths = (await chunkPages(chunkPage, pages, size)).flat().map(({ content }) => content.length);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/**
 * Finds the size at which the mean item length is closest to the requested mean. `same` is false if the means differ by
 * more than two percent, for example for a chunker that never merges sections.
 */
export async function findSizeForMean(meanAt: (size: number) => Promise<number>, mean: number): Promise<SizedResult> {
  let size = Math.round(mean * 1.6);
  let low = 50;
  let high = Number.POSITIVE_INFINITY;
  let closestSize = { size: Number.POSITIVE_INFINITY, mean: 0 };
  let bestSize: SizedResult = { size, mean: 0, same: false };
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const measuredMean = await meanAt(size);
    const isWithinTolerance = Math.abs(measuredMean / mean - 1) <= MAX_MEAN_DIFFERENCE;
    if (Math.abs(measuredMean - mean) < Math.abs(bestSize.mean - mean))
      bestSize = { size, mean: measuredMean, same: isWithinTolerance };
    if (Math.abs(measuredMean / mean - 1) <= SEARCH_PRECISION) break;
    const isAtMaximum = size / closestSize.size >= 1.2 && measuredMean / closestSize.mean < 1.01;
    if (isAtMaximum && measuredMean < mean) break;
    closestSize = { size, mean: measuredMean };
    if (measuredMean < mean) low = size;
    else high = size;
    const targetSize = Math.round((size * mean) / measuredMean);
    const nextSize =
      targetSize > low && targetSize < high ? targetSize : Math.round((low + Math.min(high, low * 3)) / 2);
    if (nextSize === size || nextSize > mean * 20) break;
    size = nextSize;
  }
  return bestSize;
}
