import type { MATCH_KINDS } from '@context-sync/search';

/** Kinds of texts in a project's search index, in addition to context items. */
export const ENTRY_KINDS = ['page', 'operation', 'use-case'] as const;
export type TextKind = (typeof ENTRY_KINDS)[number];

/** The owner of texts: a page, a use case, or the OpenAPI document for all its operations. */
export interface EntryOwner {
  readonly projectId: string;
  readonly kind: TextKind;
  /** Path of the page, or id of the use case. Empty for the OpenAPI document. */
  readonly owner: string;
}

/** An indexed text: a section of a page, an operation, or a use case. */
export interface EntryText {
  /** Identifies the text within its owner if the owner has several subjects; otherwise empty. */
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

/** A text that matches a query. */
export type FoundText = Pick<EntryText, 'title' | 'content'> & {
  /** Relevance: higher is better. Scores are comparable only within one result. */
  readonly score: number;
} & (
    | { readonly kind: TextKind; readonly owner: string; readonly name: string }
    /** A context item. */
    | { readonly kind: 'item'; readonly id: string }
  );

export interface FoundTexts {
  readonly matched: (typeof MATCH_KINDS)[number];
  /** The best matches, best first. */
  readonly texts: readonly FoundText[];
}

/** Searches the texts and context items of a project in one ranking. */
export interface ProjectSearch {
  find(
    projectId: string,
    query: string,
    options: { readonly limit: number; readonly publicOnly: boolean },
  ): Promise<FoundTexts>;
  /** Returns a limited number of titles, from whose words spelling suggestions are made. */
  titles(projectId: string, options: { readonly publicOnly: boolean }): Promise<string[]>;
}

/** The port for the search. */
export interface ProjectSearchPorts {
  readonly projectSearch: ProjectSearch;
}
