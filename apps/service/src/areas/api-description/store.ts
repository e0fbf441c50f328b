import type { EntryText } from '../search/store.ts';

/** Format of an OpenAPI document. */
export type OpenapiFormat = 'json' | 'yaml';

/** The OpenAPI document of a project's API, stored as it was uploaded. */
export interface ApiDescription {
  readonly format: OpenapiFormat;
  readonly text: string;
  /** Hash of the text, with which caches of the parsed document are validated. */
  readonly sha256: string;
  readonly updatedAt: string;
}

/** The document that the API reference shows. */
export interface LastDescription extends Pick<ApiDescription, 'sha256' | 'updatedAt'> {
  /** When the document was deleted; null if it was not. */
  readonly removedAt: string | null;
}

/** The OpenAPI documents of projects. A project has at most one. */
export interface ApiDescriptions {
  get(projectId: string): Promise<ApiDescription | undefined>;
  /** Returns the hash of the document, so that a cache can be validated without reading the text. */
  sha256(projectId: string): Promise<string | undefined>;
  /**
   * Creates or replaces the document.
   * @param texts what a search finds of its operations. By default, a job finds them later
   */
  put(
    projectId: string,
    description: Pick<ApiDescription, 'format' | 'text'>,
    texts?: readonly EntryText[],
  ): Promise<ApiDescription>;
  /** Deletes the document. The API reference keeps it as the last one. */
  delete(projectId: string): Promise<boolean>;
  /** Returns the document or, after it was deleted, the last one, without its text. */
  last(projectId: string): Promise<LastDescription | undefined>;
  /** Returns the text that belongs to `last`. */
  lastText(projectId: string): Promise<ApiDescription | undefined>;
  /** Returns documents whose operations the search does not find yet. The number is limited. */
  unindexed(): Promise<readonly { readonly projectId: string; readonly sha256: string }[]>;
  /** Stores what a search finds of the operations, unless the document has changed. */
  index(projectId: string, sha256: string, texts: readonly EntryText[]): Promise<void>;
}

/** The port of OpenAPI documents. */
export interface ApiDescriptionPorts {
  readonly apiDescriptions: ApiDescriptions;
}
