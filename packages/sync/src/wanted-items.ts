/** A context item that the docs contain. */
export interface WantedItem {
  /** The item key, which consists of document path, section anchor and part. The key identifies the item across edits, even if its title changes. */
  readonly key: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
  /** The first and the last line in the document, counted from 1. */
  readonly lines: readonly [number, number];
}

/** A document that was read and chunked. */
export interface WantedDocument {
  /** Path of the document in the repository. */
  readonly path: string;
  /** ID of the git blob from which the document was read. */
  readonly blob: string;
  /** The reason why the document was skipped and has no items. */
  readonly skipped?: string;
  readonly items: readonly WantedItem[];
  /** The dependencies of the items on other parts of the repository, and the facts on which other documents can depend; see `DocumentRecord`. */
  readonly uses?: readonly string[];
  readonly names?: readonly string[];
  readonly facts?: string;
}

/**
 * The wanted items of the docs: those of the documents that were read, and those of unchanged documents, which the state contains with the same blob.
 */
export interface WantedDocuments {
  readonly documents: readonly WantedDocument[];
  /** Paths of documents with the same blob and chunk config hash as in the state. */
  readonly unchanged: ReadonlySet<string>;
}
