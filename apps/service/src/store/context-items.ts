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

/** An item as it is stored: with defaults, and text that has a UTF-8 form. */
export function storedItem({ title, content = '', public: isPublic = false }: ContextItemInput): ContextItemText {
  return { title: title.toWellFormed(), content: content.toWellFormed(), public: isPublic };
}

export interface FoundContextItem extends ContextItem {
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Whether an item that was found has all words of the query, some items have some of them, or no item has any. */
export const MATCHES = ['all', 'some', 'none'] as const;

export interface FoundContextItems {
  /** Stop words of a question, such as "the", do not count. */
  readonly matched: (typeof MATCHES)[number];
  /** Best first. */
  readonly items: readonly FoundContextItem[];
}

export interface ContextItems {
  create(projectId: string, item: ContextItemInput): Promise<ContextItem>;
  /** Oldest first, after the item with the id `after`; undefined where there is no such item. */
  list(
    projectId: string,
    page: { limit: number; after?: string | undefined; publicOnly?: boolean },
  ): Promise<ContextItem[] | undefined>;
  get(projectId: string, id: string): Promise<ContextItem | undefined>;
  replace(projectId: string, id: string, item: ContextItemInput): Promise<ContextItem | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
  /** Finds the items that have all words of the query, or the nearest ones if no item has all. */
  search(
    projectId: string,
    query: string,
    limit: number,
    options?: { readonly publicOnly?: boolean },
  ): Promise<FoundContextItems>;
  /**
   * Indexes items again whose words were indexed by an earlier version of the service.
   * @param limit most items at a time
   * @returns how many were indexed; 0 when none is left
   */
  reindex(limit: number): Promise<number>;
}
