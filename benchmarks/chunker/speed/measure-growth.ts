import type { ChunkFunction } from '../chunkers/chunker-types.ts';
import { computeMedian, measureCpu } from './measure-warm.ts';

/** Factors by which the text is repeated in each document. */
export const GROWTH_FACTORS = [1, 2, 4, 8];

const MEASURED_ROUNDS = 5;
/**
 * The maximum time for one document, in microseconds. Larger documents are not measured after a document that takes
 * longer.
 */
const MAX_TIME_US = 2_500_000;
const WARM_UP_US = 1_500_000;
const MAX_WARM_UP_ROUNDS = 40;

/**
 * Measures the CPU time in microseconds for each document size. A time is null if the chunker rejected the document,
 * returned no items, or took too long for a smaller document.
 */
export async function measureGrowth(chunkPage: ChunkFunction, size: number, text: string): Promise<(number | null)[]> {
  const timesPerSize: (number | null)[] = [];
  for (let rounds = 0, spentMs = 0; rounds < MAX_WARM_UP_ROUNDS && spentMs < WARM_UP_US; rounds += 1) {
    spentMs += await measureCpu(() => chunkPage({ path: 'grown.md', text }, size));
  }
  for (const growth of GROWTH_FACTORS) {
    const page = { path: 'grown.md', text: text.repeat(growth) };
    if (
      (timesPerSize.at(-1) ?? 0) > MAX_TIME_US ||
      timesPerSize.at(-1) === null ||
      (await chunkPage(page, size)).length === 0
    ) {
      timesPerSize.push(null);
      continue;
    }
    const rounds: number[] = [];
    for (let round = 0; round < MEASURED_ROUNDS; round += 1) {
      rounds.push(await measureCpu(() => chunkPage(page, size)));
      if ((rounds[0] ?? 0) > MAX_TIME_US / 4) break;
    }
    timesPerSize.push(computeMedian(rounds));
  }
  return timesPerSize;
}
