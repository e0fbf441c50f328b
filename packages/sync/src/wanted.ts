/** A context item as the docs want it to be on the service. */
export interface WantedItem {
  /** Item key: document path, section anchor and part; its identity over edits. Never the title. */
  readonly key: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
  /** First and last line in the document, from 1. */
  readonly lines: readonly [number, number];
}

/** A document that was read and cut. */
export interface WantedDocument {
  /** Path in the repository. */
  readonly path: string;
  /** Id of the git blob it was read from. */
  readonly blob: string;
  /** Why it gives no items, where that is so. */
  readonly skipped?: string;
  readonly items: readonly WantedItem[];
}

/** Everything the docs tree wants: what was read, and what need not be because the state knows this very blob. */
export interface Wanted {
  readonly documents: readonly WantedDocument[];
  /** Paths of documents whose blob and chunkConfigHash are those in the state. */
  readonly unchanged: ReadonlySet<string>;
}
