/** How a description is written. */
export type DescriptionFormat = 'json' | 'yaml';

/** What a project says of its own API, in OpenAPI; kept as it was sent. */
export interface ApiDescription {
  readonly format: DescriptionFormat;
  readonly text: string;
  /** Hash of the text: what was made of it once holds for as long as this stays. */
  readonly sha256: string;
  readonly updatedAt: string;
}

/** At most one for each project. */
export interface ApiDescriptions {
  get(projectId: string): Promise<ApiDescription | undefined>;
  /** The hash of its text: little to read, and enough to know whether it is still the one that was read before. */
  sha256(projectId: string): Promise<string | undefined>;
  /** Puts it in the place of the one before, if there was one. */
  put(projectId: string, description: Pick<ApiDescription, 'format' | 'text'>): Promise<ApiDescription>;
  delete(projectId: string): Promise<boolean>;
}
