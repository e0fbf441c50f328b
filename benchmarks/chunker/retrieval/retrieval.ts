import { type ChunkedItem, type ChunkFunction, chunkPages } from '../chunkers/chunker-types.ts';
import type { CorpusPage, Query } from '../data/data-folder.ts';
import { keepLettersAndDigits } from '../text/words.ts';
import { createBm25Index } from './bm25.ts';
import { computeRecall, type RecallFigures, rank } from './compute-recall.ts';
import { computeCoveredRatio, MIN_HIT_RATIO } from './covered-ratio.ts';

export interface Retrieval extends RecallFigures {
  readonly items: number;
  /** The mean length of an item's content, in UTF-16 units. */
  readonly mean: number;
}

/** Creates the search in the items of one corpus. A search returns the indices of items, best match first. */
export type CreateSearch = (items: readonly ChunkedItem[]) => Promise<(query: string) => Promise<number[]>>;

/** Searches the contents by plain BM25, so that the results depend on the chunker only. */
const createPlainSearch: CreateSearch = async (items) => {
  const search = createBm25Index(items.map(({ content }) => content));
  return async (query) => search(query);
};

/** Chunks and searches every corpus, and measures how often and at which position the answer is found. */
export async function measureRetrieval(
  chunkPage: ChunkFunction,
  size: number,
  pages: readonly CorpusPage[],
  queries: readonly Query[],
  createSearch: CreateSearch = createPlainSearch,
): Promise<Retrieval> {
  const ranks = [];
  let items = 0;
  let length = 0;
  for (const corpus of new Set(pages.map((page) => page.corpus))) {
    const ownPages = pages.filter((page) => page.corpus === corpus);
    const corpusItems: ChunkedItem[] = [];
    const lengths: number[] = [];
    const paths: string[] = [];
    const chunksByPage = new Map<string, number[]>();
    for (const [number, chunks] of (await chunkPages(chunkPage, ownPages, size)).entries()) {
      const path = ownPages[number]?.path ?? '';
      for (const chunk of chunks) {
        corpusItems.push(chunk);
        lengths.push(chunk.content.length);
        chunksByPage.set(path, [...(chunksByPage.get(path) ?? []), paths.length]);
        paths.push(path);
      }
    }
    items += lengths.length;
    length += lengths.reduce((sum, one) => sum + one, 0);
    const search = await createSearch(corpusItems);
    const squashedTexts = new Map<number, string>();
    const getText = (number: number) => {
      const squashedText = squashedTexts.get(number) ?? keepLettersAndDigits(corpusItems[number]?.content ?? '');
      squashedTexts.set(number, squashedText);
      return squashedText;
    };
    const pagesByPath = new Map(ownPages.map((page) => [page.path, page]));
    for (const { query, src, path, span } of queries.filter((one) => one.corpus === corpus)) {
      const squashedAnswer = keepLettersAndDigits(pagesByPath.get(path)?.text.slice(...span) ?? '');
      const hitNumbers = new Set(
        (chunksByPage.get(path) ?? []).filter(
          (number) => computeCoveredRatio(getText(number), squashedAnswer) >= MIN_HIT_RATIO,
        ),
      );
      const rankedNumbers = (await search(query)).filter((number) => paths[number] !== src);
      ranks.push(rank(rankedNumbers, hitNumbers, lengths));
    }
  }
  return { ...computeRecall(ranks), items, mean: length / items };
}
