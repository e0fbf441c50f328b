import type { MATCH_KINDS, TextRange } from '@context-sync/search';

/** Kinds of results. */
export const RESULT_KINDS = ['page', 'operation', 'use-case', 'item'] as const;

/** A search result of a portal. */
export interface DocsSearchResult {
  readonly kind: (typeof RESULT_KINDS)[number];
  readonly title: string;
  /** URL of the section, the operation, or the source of a context item; null if there is no URL. */
  readonly address: string | null;
  /** Path of the page, key of the operation, or id of the use case or context item. */
  readonly id: string;
  readonly excerpt: string;
  readonly highlights: readonly TextRange[];
  readonly score: number;
}

export interface DocsSearchResults {
  readonly matched: (typeof MATCH_KINDS)[number];
  readonly results: readonly DocsSearchResult[];
  /** A query with similar words, if no text contains the words of the original query. */
  readonly suggestion: string | null;
}
