import { createSearchIndex, getSource, type SearchIndex } from '@context-sync/search';
import type { WantedItem } from '@context-sync/sync';
import type { SourceDocs } from '../workspace/open-workspace.ts';

/** An item with its document and its source URL. */
export interface IndexedItem extends WantedItem {
  readonly path: string;
  readonly project: string;
  /** URL of the page or file; null if the item has none. */
  readonly source: string | null;
}

/** An item that a search has found. */
export interface FoundItem extends IndexedItem {
  readonly score: number;
}

/** Returns the items of a source with their documents and source URLs. */
export function listItems({ settings, docs }: SourceDocs): IndexedItem[] {
  return docs.wanted.documents.flatMap(({ path, items }) =>
    items.map((item) => ({ ...item, path, project: settings.project, source: getSource(item.content) })),
  );
}

/** The items of one project. Searches rank them in the same way as the service. */
export class ItemIndex {
  readonly items: ReadonlyMap<string, IndexedItem>;
  readonly #index: SearchIndex;

  constructor(source: SourceDocs) {
    const items = listItems(source);
    this.items = new Map(items.map((item) => [item.key, item]));
    this.#index = createSearchIndex(items.map(({ key, title, content }) => ({ id: key, title, content })));
  }

  search(question: string, limit: number) {
    const { matched, results } = this.#index.search(question, { limit });
    const items = results.flatMap(({ id, score }): FoundItem[] => {
      const item = this.items.get(id);
      return item ? [{ ...item, score }] : [];
    });
    return { matched, items };
  }
}
