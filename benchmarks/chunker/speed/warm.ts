import { readFileSync } from 'node:fs';
import type { ChunkFunction, SourcePage } from '../chunkers/chunker.ts';
import { readHashDecode } from './floor.ts';
import { filesOf } from './pages-on-disk.ts';

/** The median CPU times in microseconds. */
export interface Warm {
  readonly chunkPage: number;
  readonly floor: number;
  /** Number of bytes processed. */
  readonly bytes: number;
}

/** The number of rounds after which V8 has fully optimized the code. */
const WARMING = 20;
const ROUNDS = 15;
const LEAST_ROUNDS = 5;
const ENOUGH = 3_000_000;
/** The maximum time of one pass in microseconds. If a pass takes longer, fewer pages are measured. */
const SLOW = 3_000_000;

/**
 * Chunks the pages repeatedly, alternating with the lower bound on the same files. All pages are in memory, and the items are released
 * immediately.
 */
export async function warm(chunkPage: ChunkFunction, size: number, folder: string): Promise<Warm> {
  let files = filesOf(folder);
  const first = await cpu(() => cutEach(chunkPage, pagesOf(files), size));
  if (first > SLOW) {
    const every = Math.ceil(first / SLOW) * 3;
    files = files.filter((_, index) => index % every === 0);
  }
  const pages = pagesOf(files);
  for (let round = 0, spent = 0; round < WARMING && spent < ENOUGH; round += 1) {
    spent += await cpu(() => cutEach(chunkPage, pages, size));
    readHashDecode(files);
  }
  const cuts: number[] = [];
  const floors: number[] = [];
  for (let spent = 0; cuts.length < LEAST_ROUNDS || (cuts.length < ROUNDS && spent < ENOUGH); ) {
    const floor = await cpu(() => readHashDecode(files));
    const taken = await cpu(() => cutEach(chunkPage, pages, size));
    floors.push(floor);
    cuts.push(taken);
    spent += floor + taken;
  }
  const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { chunkPage: median(cuts), floor: median(floors), bytes };
}

async function cutEach(chunkPage: ChunkFunction, pages: readonly SourcePage[], size: number): Promise<void> {
  for (const page of pages) {
    const chunks = chunkPage(page, size);
    if (chunks instanceof Promise) await chunks;
  }
}

/** Returns the median. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Measures CPU time in microseconds, after garbage collection. */
export async function cpu(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function pagesOf(files: readonly string[]): { path: string; text: string }[] {
  return files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
