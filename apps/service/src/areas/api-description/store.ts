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

/** The OpenAPI documents of projects. A project has at most one. */
export interface ApiDescriptions {
  get(projectId: string): Promise<ApiDescription | undefined>;
  /** Returns the hash of the document, so that a cache can be validated without reading the text. */
  sha256(projectId: string): Promise<string | undefined>;
  /** Creates or replaces the document. */
  put(projectId: string, description: Pick<ApiDescription, 'format' | 'text'>): Promise<ApiDescription>;
  delete(projectId: string): Promise<boolean>;
}

/** The port of OpenAPI documents. */
export interface ApiDescriptionPorts {
  readonly apiDescriptions: ApiDescriptions;
}
