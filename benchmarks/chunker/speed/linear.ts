import type { Cut } from '../chunkers/chunker.ts';
import { cpu, median } from './warm.ts';

/** How often the text is repeated. */
export const GROWTH = [1, 2, 4, 8];

const ROUNDS = 5;
/** Documents that take longer are not grown further. */
const TOO_LONG = 2_500_000;
const WARM_UP = 1_500_000;
const MOST_WARMING = 40;

/** CPU time in microseconds for each document size; null if the chunker rejected it, returned nothing, or took too long before. */
export async function linear(cut: Cut, size: number, text: string): Promise<(number | null)[]> {
  const times: (number | null)[] = [];
  for (let rounds = 0, spent = 0; rounds < MOST_WARMING && spent < WARM_UP; rounds += 1) {
    spent += await cpu(() => cut({ path: 'grown.md', text }, size));
  }
  for (const growth of GROWTH) {
    const page = { path: 'grown.md', text: text.repeat(growth) };
    if ((times.at(-1) ?? 0) > TOO_LONG || times.at(-1) === null || (await cut(page, size)).length === 0) {
      times.push(null);
      continue;
    }
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await cpu(() => cut(page, size)));
      if ((rounds[0] ?? 0) > TOO_LONG / 4) break;
    }
    times.push(median(rounds));
  }
  return times;
}
