import { type CountedDocument, countItemWords, SearchIndex } from '@context-sync/search';
import type { WantedDocument, WantedItem } from '@context-sync/sync';
import { listSections, normalizeSection } from './item-sections.ts';
import type { ExpectedPlace, GoldenQuestion } from './read-questions.ts';

/** An item with the path of its document. */
export interface DocumentItem extends WantedItem {
  readonly path: string;
}

/** The indexed words of items. Both commits that are compared share them, to save memory. */
export type CountedItems = Map<
  string,
  { readonly title: string; readonly content: string; readonly words: CountedDocument }
>;

/** The items of one commit. They are searched in memory with the ranking of the service. */
export class AnswerSearch {
  readonly documents: readonly WantedDocument[];
  readonly #items = new Map<string, DocumentItem>();
  readonly #pages: Map<string, readonly DocumentItem[]>;
  readonly #index = new SearchIndex();
  readonly #sections = new Map<string, ReadonlySet<string>>();

  /** @param countedItems the indexed words of the items of the other commit, to which the words of this commit are added */
  constructor(documents: readonly WantedDocument[], countedItems: CountedItems = new Map()) {
    this.documents = documents;
    this.#pages = new Map(
      documents.map(({ path, items }) => [path, items.map((item): DocumentItem => ({ ...item, path }))]),
    );
    for (const item of [...this.#pages.values()].flat()) {
      const { key, title, content } = item;
      this.#items.set(key, item);
      const knownItem = countedItems.get(key);
      const words =
        knownItem?.title === title && knownItem.content === content ? knownItem.words : countItemWords(item);
      countedItems.set(key, { title, content, words });
      this.#index.add(key, words);
    }
  }

  /** Returns the items of a page; undefined if there is no such page. */
  getPage(path: string): readonly DocumentItem[] | undefined {
    return this.#pages.get(path);
  }

  /** Returns the best items for a question, best first. */
  search(text: string, limit: number): DocumentItem[] {
    const { results } = this.#index.search(text, { limit });
    return results.flatMap(({ id }) => this.#items.get(id) ?? []);
  }

  getSections(item: DocumentItem): ReadonlySet<string> {
    const known = this.#sections.get(item.key) ?? listSections(item);
    this.#sections.set(item.key, known);
    return known;
  }

  /** Returns whether an item belongs to the page of an answer, and also to the section if the answer specifies one. */
  isAtPlace(item: DocumentItem, { path, section }: ExpectedPlace): boolean {
    if (item.path !== path) return false;
    if (section === undefined) return true;
    const sections = this.getSections(item);
    return sections.has(normalizeSection(section, sections));
  }

  /** Returns the items that answer a question, in the order of their pages. */
  listAnswers({ places, words }: Pick<GoldenQuestion, 'places' | 'words'>): DocumentItem[] {
    return places.flatMap((place) =>
      (this.getPage(place.path) ?? []).filter((item) => this.isAtPlace(item, place) && containsWords(item, words)),
    );
  }
}

/** Returns whether an item contains all words, ignoring letter case. */
export function containsWords({ title, content }: Pick<WantedItem, 'title' | 'content'>, words: readonly string[]) {
  const text = `${title}\n${content}`.toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}

/** Returns the first of the found items that answers a question. */
export function findAnswer(
  search: AnswerSearch,
  foundItems: readonly DocumentItem[],
  { places, words }: Pick<GoldenQuestion, 'places' | 'words'>,
): DocumentItem | undefined {
  return foundItems.find((item) => places.some((place) => search.isAtPlace(item, place)) && containsWords(item, words));
}
