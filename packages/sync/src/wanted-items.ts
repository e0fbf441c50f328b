/** A context item that the docs contain. */
export interface WantedItem {
  /** Item key: document path, section anchor and part. It identifies the item across edits; the title does not. */
  readonly key: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
  /** First and last line in the document, counted from 1. */
  readonly lines: readonly [number, number];
}

/** A document that was read and chunked. */
export interface WantedDocument {
  /** Path in the repository. */
  readonly path: string;
  /** ID of the git blob that it was read from. */
  readonly blob: string;
  /** The reason why the document was skipped and has no items. */
  readonly skipped?: string;
  readonly items: readonly WantedItem[];
  /** The dependencies of the items elsewhere in the repository, and the facts on which other documents can depend; see `DocumentRecord`. */
  readonly uses?: readonly string[];
  readonly names?: readonly string[];
  readonly facts?: string;
}

/** The wanted items of the docs: documents that were read, and documents that the state contains with the same blob. */
export interface WantedDocuments {
  readonly documents: readonly WantedDocument[];
  /** Paths of documents with the same blob and chunk config hash as in the state. */
  readonly unchanged: ReadonlySet<string>;
}
