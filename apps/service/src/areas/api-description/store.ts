import type { EntryText } from '../search/store.ts';

/** Format of an OpenAPI document. */
export type OpenapiFormat = 'json' | 'yaml';

/** The OpenAPI document of a project's API, stored unchanged. */
export interface ApiDescription {
  readonly format: OpenapiFormat;
  readonly text: string;
  /** Hash of the text, with which caches of the parsed document are validated. */
  readonly sha256: string;
  readonly updatedAt: string;
}

/** An OpenAPI document that was refused because it could not be read. */
export interface RejectedDescription {
  /** Commit of the document; null if it is not known. */
  readonly commit: string | null;
  /** The error message of the parser. */
  readonly reason: string;
}

/** The OpenAPI document that the API reference shows. */
export interface LastDescription extends Pick<ApiDescription, 'sha256' | 'updatedAt'> {
  /** Time at which the document was deleted; null if it was not deleted. */
  readonly removedAt: string | null;
  /** Commit of the document; null if it is not known. */
  readonly commit: string | null;
  /** The last document that was refused since this one was stored; null if there is none. */
  readonly rejection: (RejectedDescription & { readonly at: string }) | null;
}

/** The OpenAPI documents of projects. A project has at most one. */
export interface ApiDescriptions {
  get(projectId: string): Promise<ApiDescription | undefined>;
  /** Returns the hash of the document, so that a cache can be validated without reading the text. */
  sha256(projectId: string): Promise<string | undefined>;
  /**
   * Creates or replaces the document.
   * @param description.commit commit of the document, if it is known
   * @param texts texts of the document's operations for the search index. By default, a job extracts them later
   */
  put(
    projectId: string,
    description: Pick<ApiDescription, 'format' | 'text'> & { readonly commit?: string | undefined },
    texts?: readonly EntryText[],
  ): Promise<ApiDescription>;
  /** Records that a document was refused, so that the API reference can show that it is not the newest one. Without a document, does nothing. */
  reject(projectId: string, rejection: RejectedDescription): Promise<void>;
  /** Deletes the document. The API reference continues to show the deleted document as the last one. */
  delete(projectId: string): Promise<boolean>;
  /** Returns the current document or, if it was deleted, the last document. The result does not contain the text. */
  last(projectId: string): Promise<LastDescription | undefined>;
  /** Returns the text of the document that `last` returns. */
  lastText(projectId: string): Promise<ApiDescription | undefined>;
  /** Returns at most `limit` documents whose operations are not in the search index yet. */
  unindexed(): Promise<readonly { readonly projectId: string; readonly sha256: string }[]>;
  /** Stores the texts of the operations in the search index, unless the document has changed. */
  index(projectId: string, sha256: string, texts: readonly EntryText[]): Promise<void>;
}

/** The port for OpenAPI documents. */
export interface ApiDescriptionPorts {
  readonly apiDescriptions: ApiDescriptions;
}
