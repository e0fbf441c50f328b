import type { ContextItemInput } from '@context-sync/core';

export interface ContextItem {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type ContextItemText = Pick<ContextItem, 'title' | 'content' | 'public'>;

/** Normalizes an item for storage: applies defaults and makes its text well-formed Unicode. */
export function storedItem({ title, content = '', public: isPublic = false }: ContextItemInput): ContextItemText {
  return { title: title.toWellFormed(), content: content.toWellFormed(), public: isPublic };
}

export interface ContextItemMatch extends ContextItem {
  /** Higher is better; only comparable within one result. */
  readonly score: number;
}

/** Whether an item with all words of the query was found, items with some of them, or none. */
export const MATCH_KINDS = ['all', 'some', 'none'] as const;

export interface FoundContextItems {
  /** Stop words such as "the" do not count. */
  readonly matched: (typeof MATCH_KINDS)[number];
  /** Best match first. */
  readonly items: readonly ContextItemMatch[];
}

export interface ContextItems {
  create(projectId: string, item: ContextItemInput): Promise<ContextItem>;
  /** Lists items, oldest first, after the item with the id `after`; undefined if there is no such item. */
  list(
    projectId: string,
    page: { limit: number; after?: string | undefined; publicOnly?: boolean },
  ): Promise<ContextItem[] | undefined>;
  get(projectId: string, id: string): Promise<ContextItem | undefined>;
  replace(projectId: string, id: string, item: ContextItemInput): Promise<ContextItem | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
  /** Finds items that contain all words of the query, or the closest ones if there are none. */
  search(
    projectId: string,
    query: string,
    limit: number,
    options?: { readonly publicOnly?: boolean },
  ): Promise<FoundContextItems>;
  /**
   * Reindexes items that were indexed by an earlier version of the service.
   * @param limit maximum number of items
   * @returns the number of reindexed items; 0 when done
   */
  reindex(limit: number): Promise<number>;
}
