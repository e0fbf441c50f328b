import type { ListPage } from '../../platform/database/list-page.ts';

/** Maximum size of a file in bytes. */
export const MAX_ASSET_BYTES = 5_242_880;
/** Maximum number of files of a project, and maximum size of all its different files in bytes. */
export const MAX_ASSETS = 5_000;
export const MAX_ASSETS_BYTES = 209_715_200;

/** A file of the docs, such as an image. */
export interface DocsAsset {
  readonly path: string;
  /** SHA-256 of the content, which is the name of the file in the portal. */
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly updatedAt: string;
}

export interface DocsAssets {
  /** Returns a part of the list, sorted by path. @throws CursorError */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<DocsAsset>>;
  /** Returns all files without their contents, sorted by path. */
  all(projectId: string): Promise<DocsAsset[]>;
  get(projectId: string, path: string): Promise<DocsAsset | undefined>;
  /** Returns a content as base64; undefined if no file of the project has it. */
  content(
    projectId: string,
    sha256: string,
  ): Promise<{ readonly base64: string; readonly mediaType: string } | undefined>;
  /**
   * Stores a file. Equal contents are stored once.
   * @param expected SHA-256 that the file must have before, unless it already has the new content; null: there must be none; undefined: any
   */
  put(
    projectId: string,
    file: Omit<DocsAsset, 'updatedAt'> & { readonly base64: string },
    expected?: string | null,
  ): Promise<
    { readonly asset: DocsAsset; readonly isNew: boolean } | { readonly limit: string } | { readonly changed: true }
  >;
  /** @param expected SHA-256 that the file must have; undefined: any @returns false if there is no such file */
  delete(projectId: string, path: string, expected?: string | null): Promise<boolean | { readonly changed: true }>;
}

/** The port of the files of the docs. */
export interface DocsAssetPorts {
  readonly docsAssets: DocsAssets;
}
