import type { MATCH_KINDS, TextRange } from '@context-sync/search';

/** Kinds of results. */
export const RESULT_KINDS = ['page', 'operation', 'use-case', 'item'] as const;

/** A result of the search of a portal. */
export interface DocsSearchResult {
  readonly kind: (typeof RESULT_KINDS)[number];
  readonly title: string;
  /** Address of the section, the operation, or the source of a context item; null if it has none. */
  readonly address: string | null;
  /** Path of a page, key of an operation, or id of a use case or context item. */
  readonly id: string;
  readonly excerpt: string;
  readonly highlights: readonly TextRange[];
  readonly score: number;
}

export interface DocsSearchResults {
  readonly matched: (typeof MATCH_KINDS)[number];
  readonly results: readonly DocsSearchResult[];
  /** A query with similar words, if no text contains the words of this one. */
  readonly suggestion: string | null;
}
