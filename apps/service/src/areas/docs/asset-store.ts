import type { ListPage } from '../../platform/database/list-page.ts';

/** Maximum size of a file in bytes. */
export const MAX_ASSET_BYTES = 5_242_880;
/** Maximum number of files of a project, and maximum total size of the project's distinct files in bytes. */
export const MAX_ASSETS = 5_000;
export const MAX_ASSETS_BYTES = 209_715_200;

/** A file of the docs, such as an image. */
export interface DocsAsset {
  readonly path: string;
  /** SHA-256 of the content, which is part of the file's URL in the portal. */
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly updatedAt: string;
}

export interface DocsAssets {
  /** Returns a page of the list of files, sorted by path. @throws CursorError */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<DocsAsset>>;
  /** Returns all files without their contents, sorted by path. */
  all(projectId: string): Promise<DocsAsset[]>;
  get(projectId: string, path: string): Promise<DocsAsset | undefined>;
  /** Returns the content with a SHA-256 as base64; undefined if no file of the project has this content. */
  content(
    projectId: string,
    sha256: string,
  ): Promise<{ readonly base64: string; readonly mediaType: string } | undefined>;
  /**
   * Stores a file. Equal contents are stored once.
   * @param expected SHA-256 that the current file must have, unless it already has the new content; null: the file must not exist; undefined: no condition
   */
  put(
    projectId: string,
    file: Omit<DocsAsset, 'updatedAt'> & { readonly base64: string },
    expected?: string | null,
  ): Promise<
    { readonly asset: DocsAsset; readonly isNew: boolean } | { readonly limit: string } | { readonly changed: true }
  >;
  /** @param expected SHA-256 that the current file must have; undefined: no condition @returns false if the file does not exist */
  delete(projectId: string, path: string, expected?: string | null): Promise<boolean | { readonly changed: true }>;
}

/** The port for the files of the docs. */
export interface DocsAssetPorts {
  readonly docsAssets: DocsAssets;
}
