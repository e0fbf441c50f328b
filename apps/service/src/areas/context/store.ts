import type { ContextItemInput } from '@context-sync/core';
import type { MATCH_KINDS } from '@context-sync/search';
import { createId } from '../../platform/database/new-id.ts';
import { getNow } from '../../platform/database/sql.ts';

export interface ContextItem {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type ContextItemText = Pick<ContextItem, 'title' | 'content' | 'public'>;

/** Normalizes an item for storage: applies defaults and converts its text to well-formed Unicode. */
export function normalizeItem({ title, content = '', public: isPublic = false }: ContextItemInput): ContextItemText {
  return { title: title.toWellFormed(), content: content.toWellFormed(), public: isPublic };
}

export interface ContextItemMatch extends ContextItem {
  /** Relevance: higher is better. Scores are comparable only within one result. */
  readonly score: number;
}

export interface FoundContextItems {
  /** How the items match the query. Stop words such as "the" are ignored. */
  readonly matched: (typeof MATCH_KINDS)[number];
  /** The items that match the query, best match first. */
  readonly items: readonly ContextItemMatch[];
}

/** Returns a new item with an id. Does not store the item. */
export function newItem(input: ContextItemInput): ContextItem {
  const createdAt = getNow();
  return { id: createId('ctx'), ...normalizeItem(input), createdAt, updatedAt: createdAt };
}

export interface ContextItems {
  create(projectId: string, item: ContextItemInput): Promise<ContextItem>;
  /** Stores a new item. Returns nothing, so that the transaction does not wait for a result. */
  add(projectId: string, item: ContextItem): Promise<void>;
  /** Returns the items after the item with the id `after`, oldest first; undefined if that item does not exist. */
  list(
    projectId: string,
    page: { limit: number; after?: string | undefined; publicOnly?: boolean },
  ): Promise<ContextItem[] | undefined>;
  get(projectId: string, id: string): Promise<ContextItem | undefined>;
  replace(projectId: string, id: string, item: ContextItemInput): Promise<ContextItem | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
  /** Returns the items that contain all words of the query, or the best partial matches if there are none. */
  search(
    projectId: string,
    query: string,
    limit: number,
    options?: { readonly publicOnly?: boolean },
  ): Promise<FoundContextItems>;
  /**
   * Reindexes items that an earlier version of the service indexed.
   * @param limit maximum number of items
   * @returns the number of reindexed items; 0 if all items are up to date
   */
  reindex(limit: number): Promise<number>;
}

/** The port for context items. */
export interface ContextPorts {
  readonly contextItems: ContextItems;
}
