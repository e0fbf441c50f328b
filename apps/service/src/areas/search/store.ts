import type { MATCH_KINDS } from '@context-sync/search';

/** Kinds of texts that a project's search finds besides its context items. */
export const ENTRY_KINDS = ['page', 'operation', 'use-case'] as const;
export type TextKind = (typeof ENTRY_KINDS)[number];

/** What texts belong to: a page by its path, a use case by its id, and all operations to the OpenAPI document. */
export interface EntryOwner {
  readonly projectId: string;
  readonly kind: TextKind;
  /** Empty for the OpenAPI document. */
  readonly owner: string;
}

/** A text that a search finds as a whole: a section of a page, an operation, or a use case. */
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
  /** Returns titles of texts, whose words a reader may have meant. The number is limited. */
  titles(projectId: string, options: { readonly publicOnly: boolean }): Promise<string[]>;
}

/** The port of the search. */
export interface ProjectSearchPorts {
  readonly projectSearch: ProjectSearch;
}
