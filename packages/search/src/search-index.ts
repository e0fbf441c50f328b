import { type CountedDocument, countItemWords } from './count-words.ts';
import { parseQuery } from './parse-query.ts';
import { type MATCH_KINDS, type Postings, rank } from './rank.ts';

/** A document of an index in memory. */
export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

/** A document that a search has found. */
export interface SearchMatch {
  readonly id: string;
  /** Relevance: higher is better. Scores are comparable only within one result. */
  readonly score: number;
  /** The words of the query that the document contains, in the form in which they are indexed. */
  readonly words: readonly string[];
}

export interface SearchResults {
  readonly matched: (typeof MATCH_KINDS)[number];
  /** The best matches, best first. Documents with equal scores are in the order in which they were added. */
  readonly results: readonly SearchMatch[];
}

const DEFAULT_LIMIT = 10;
const NO_POSTINGS: Postings = { count: 0, positions: [], frequencies: [] };

interface WordPostings {
  readonly positions: number[];
  readonly frequencies: number[];
}

/** Creates an index in memory. */
export function createSearchIndex(documents: Iterable<SearchDocument> = []): SearchIndex {
  const index = new SearchIndex();
  for (const { id, ...text } of documents) index.add(id, countItemWords(text));
  return index;
}

/** An index in memory. Its results are the same as those of a database with the same documents. */
export class SearchIndex {
  readonly #postings = new Map<string, WordPostings>();
  readonly #positions = new Map<string, number>();
  /** Id and words at each position. Positions of removed documents are empty. */
  readonly #entries: ({ readonly id: string; readonly document: CountedDocument } | undefined)[] = [];
  readonly #lengths: number[] = [];
  #totalLength = 0;

  /** Adds a document, or replaces the document with the same id. The new document keeps the position among documents with equal scores. */
  add(id: string, document: CountedDocument): void {
    const position = this.#positions.get(id) ?? this.#entries.length;
    this.remove(id);
    this.#positions.set(id, position);
    this.#entries[position] = { id, document };
    this.#lengths[position] = document.length;
    this.#totalLength += document.length;
    for (const [word, frequency] of document.frequencies) {
      const postings = this.#postings.get(word) ?? { positions: [], frequencies: [] };
      this.#postings.set(word, postings);
      const at = findPlace(postings.positions, position);
      postings.positions.splice(at, 0, position);
      postings.frequencies.splice(at, 0, frequency);
    }
  }

  /** Removes a document. @returns whether the index contained it */
  remove(id: string): boolean {
    const position = this.#positions.get(id);
    const entry = position === undefined ? undefined : this.#entries[position];
    if (position === undefined || !entry) return false;
    this.#positions.delete(id);
    this.#entries[position] = undefined;
    this.#totalLength -= entry.document.length;
    for (const word of entry.document.frequencies.keys()) {
      const postings = this.#postings.get(word);
      if (!postings) continue;
      const at = findPlace(postings.positions, position);
      postings.positions.splice(at, 1);
      postings.frequencies.splice(at, 1);
      if (postings.positions.length === 0) this.#postings.delete(word);
    }
    return true;
  }

  /**
   * Returns the documents that match a query, best match first.
   * @param options.partial whether documents with some of the words are results even if others contain all words of a list of keywords. Default: false
   */
  search(
    text: string,
    { limit = DEFAULT_LIMIT, partial = false }: { readonly limit?: number; readonly partial?: boolean } = {},
  ): SearchResults {
    const query = parseQuery(text);
    const { matched, results } = rank(
      {
        size: this.#entries.length,
        count: this.#positions.size,
        totalLength: this.#totalLength,
        lengths: this.#lengths,
        getOrder: (position) => position,
        findPostings: (word) => {
          const postings = this.#postings.get(word);
          return postings ? { count: postings.positions.length, ...postings } : NO_POSTINGS;
        },
      },
      partial ? { ...query, isSentence: true } : query,
      limit,
    );
    const searchedWords = [...query.words, ...query.related];
    return {
      matched,
      results: results.flatMap(({ position, score }) => {
        const entry = this.#entries[position];
        if (!entry) return [];
        return [{ id: entry.id, score, words: searchedWords.filter((word) => entry.document.frequencies.has(word)) }];
      }),
    };
  }
}

/** Returns the index of a position in a sorted list, or where to insert it. */
function findPlace(positions: readonly number[], position: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
