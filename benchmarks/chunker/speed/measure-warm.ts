import { readFileSync } from 'node:fs';
import type { ChunkFunction, SourcePage } from '../chunkers/chunker-types.ts';
import { readHashDecode } from './floor-chunker.ts';
import { getFiles } from './pages-on-disk.ts';

/** The median CPU times in microseconds. */
export interface WarmTimes {
  readonly chunkPage: number;
  readonly floor: number;
  /** Number of bytes that were chunked. */
  readonly bytes: number;
}

/** The number of rounds after which V8 has fully optimized the code. */
const WARM_UP_ROUNDS = 20;
const MAX_ROUNDS = 15;
const MIN_ROUNDS = 5;
const MAX_TOTAL_US = 3_000_000;
/** The maximum time of one pass in microseconds. If a pass takes longer, fewer pages are measured. */
const SLOW_RUN_US = 3_000_000;

/**
 * Chunks the pages repeatedly, alternating with the lower bound on the same files. All pages are in memory, and the items are released
 * immediately.
 */
export async function measureWarm(chunkPage: ChunkFunction, size: number, folder: string): Promise<WarmTimes> {
  let files = getFiles(folder);
  const firstRunTime = await measureCpu(() => chunkEach(chunkPage, getPages(files), size));
  if (firstRunTime > SLOW_RUN_US) {
    const sampleInterval = Math.ceil(firstRunTime / SLOW_RUN_US) * 3;
    files = files.filter((_, index) => index % sampleInterval === 0);
  }
  const pages = getPages(files);
  for (let round = 0, spentMs = 0; round < WARM_UP_ROUNDS && spentMs < MAX_TOTAL_US; round += 1) {
    spentMs += await measureCpu(() => chunkEach(chunkPage, pages, size));
    readHashDecode(files);
  }
  const chunkTimes: number[] = [];
  const floors: number[] = [];
  for (let spent = 0; chunkTimes.length < MIN_ROUNDS || (chunkTimes.length < MAX_ROUNDS && spent < MAX_TOTAL_US); ) {
    const floorTime = await measureCpu(() => readHashDecode(files));
    const cpuTime = await measureCpu(() => chunkEach(chunkPage, pages, size));
    floors.push(floorTime);
    chunkTimes.push(cpuTime);
    spent += floorTime + cpuTime;
  }
  const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { chunkPage: computeMedian(chunkTimes), floor: computeMedian(floors), bytes };
}

async function chunkEach(chunkPage: ChunkFunction, pages: readonly SourcePage[], size: number): Promise<void> {
  for (const page of pages) {
    const chunks = chunkPage(page, size);
    if (chunks instanceof Promise) await chunks;
  }
}

/** Returns the median of the numbers. */
export function computeMedian(numbers: readonly number[]): number {
  const sortedNumbers = numbers.toSorted((a, b) => a - b);
  const middleIndex = sortedNumbers.length >> 1;
  return sortedNumbers.length % 2 === 1
    ? (sortedNumbers[middleIndex] ?? 0)
    : ((sortedNumbers[middleIndex - 1] ?? 0) + (sortedNumbers[middleIndex] ?? 0)) / 2;
}

/** Measures the CPU time of a function in microseconds, after garbage collection. */
export async function measureCpu(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function getPages(files: readonly string[]): { path: string; text: string }[] {
  return files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
