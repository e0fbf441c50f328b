import { type ChunkFunction, chunkAll } from '../chunkers/chunker.ts';
import type { CorpusPage, Query } from '../data/data.ts';
import { squash } from '../text/words.ts';
import { bm25 } from './bm25.ts';
import { coveredRatio, MIN_HIT_RATIO } from './covered-ratio.ts';
import { computeRecall, type Recall, rank } from './recall.ts';

export interface Retrieval extends Recall {
  readonly items: number;
  /** The mean length of an item's content, in UTF-16 units. */
  readonly mean: number;
}

/** Chunks and searches every corpus, and measures how often and at which position the answer is found. */
export async function retrieval(
  chunkPage: ChunkFunction,
  size: number,
  pages: readonly CorpusPage[],
  queries: readonly Query[],
): Promise<Retrieval> {
  const ranks = [];
  let items = 0;
  let length = 0;
  for (const corpus of new Set(pages.map((page) => page.corpus))) {
    const own = pages.filter((page) => page.corpus === corpus);
    const texts: string[] = [];
    const lengths: number[] = [];
    const paths: string[] = [];
    const ofPage = new Map<string, number[]>();
    for (const [number, chunks] of (await chunkAll(chunkPage, own, size)).entries()) {
      const path = own[number]?.path ?? '';
      for (const { content } of chunks) {
        texts.push(content);
        lengths.push(content.length);
        ofPage.set(path, [...(ofPage.get(path) ?? []), paths.length]);
        paths.push(path);
      }
    }
    items += lengths.length;
    length += lengths.reduce((sum, one) => sum + one, 0);
    const search = bm25(texts);
    const squashed = new Map<number, string>();
    const textOf = (number: number) => {
      const known = squashed.get(number) ?? squash(texts[number] ?? '');
      squashed.set(number, known);
      return known;
    };
    const byPath = new Map(own.map((page) => [page.path, page]));
    for (const { query, src, path, span } of queries.filter((one) => one.corpus === corpus)) {
      const answer = squash(byPath.get(path)?.text.slice(...span) ?? '');
      const hits = new Set(
        (ofPage.get(path) ?? []).filter((number) => coveredRatio(textOf(number), answer) >= MIN_HIT_RATIO),
      );
      const found = search(query).filter((number) => paths[number] !== src);
      ranks.push(rank(found, hits, lengths));
    }
  }
  return { ...computeRecall(ranks), items, mean: length / items };
}
