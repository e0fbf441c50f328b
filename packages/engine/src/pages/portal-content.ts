import type { DocsWarning } from '../docs/docs-warning.ts';

/** A page of the docs portal, as the service stores it. */
export interface PortalPage {
  /** Path that the service accepts, such as `guides/start`. The start page is `index`. No two pages have the same path. */
  readonly path: string;
  /** At most `MAX_TITLE_CHARS` characters. */
  readonly title: string;
  /** At most `MAX_DESCRIPTION_CHARS` characters; empty if there is none. */
  readonly description: string;
  /** GitHub Flavored Markdown of at most `MAX_MARKDOWN_BYTES`. Links to other pages begin with `/`, which represents the URL of the portal. */
  readonly markdown: string;
  /** Position in the navigation, or among the files. */
  readonly order: number;
  /** Whether people other than members can read the page. */
  readonly public: boolean;
  /** Path of the document in the repository. */
  readonly file: string;
}

/** A file that pages of the portal contain or link to, such as an image. */
export interface PortalAsset {
  /** Path that the service accepts, such as `img/logo.png`. Pages refer to it as `/img/logo.png`. */
  readonly path: string;
  /** ID of the git object with the content. */
  readonly blob: string;
  readonly bytes: number;
  /** Path in the repository. */
  readonly file: string;
}

/** An entry of the navigation: a page, a group of entries, or both. */
export interface PortalNavigationEntry {
  readonly title: string;
  readonly path?: string;
  readonly items?: readonly PortalNavigationEntry[];
}

/** The content of the docs portal for a docs folder. */
export interface PortalContent {
  /** The pages, sorted by path. */
  readonly pages: readonly PortalPage[];
  /** The assets, sorted by path. */
  readonly assets: readonly PortalAsset[];
  /** Null if the generator defines no navigation. The portal then shows the folders of the paths. */
  readonly navigation: readonly PortalNavigationEntry[] | null;
  /** Title of the site in the configuration of its generator; undefined if there is none. */
  readonly title: string | undefined;
  /** Paths of the files other than documents on which the content depends, such as the navigation file. Some of these files may not exist. */
  readonly dependencies: readonly string[];
  /** Warnings that concern only the portal. Broken links are reported with the items. */
  readonly warnings: readonly DocsWarning[];
}

// Limits of the service.
export const MAX_PAGES = 10_000;
export const MAX_TITLE_CHARS = 120;
export const MAX_PORTAL_TITLE_CHARS = 80;
export const MAX_DESCRIPTION_CHARS = 300;
export const MAX_MARKDOWN_BYTES = 262_144;
export const MAX_ASSETS = 5_000;
export const MAX_ASSET_BYTES = 5_242_880;
export const MAX_ASSETS_BYTES = 209_715_200;
