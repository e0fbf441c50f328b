import type { ListPage } from '../../platform/database/list-page.ts';
import type { AccentColor } from './accent-color.ts';

/** Maximum number of pages of a project. */
export const MAX_DOCS_PAGES = 10_000;
/** Maximum length of the path of a page. */
export const MAX_PATH_CHARS = 160;
/** Maximum size of the Markdown of a page in bytes. */
export const MAX_MARKDOWN_BYTES = 262_144;

/** An entry of the navigation: a page, or a group of entries. */
export interface PortalEntry {
  readonly title: string;
  readonly path?: string | undefined;
  readonly items?: readonly PortalEntry[] | undefined;
}

/** A link in the header of the portal. */
export interface HeaderLink {
  readonly title: string;
  readonly url: string;
}

/** The settings of the docs of a project, as a client sends them. */
export interface DocsSettingsInput {
  readonly title: string | null;
  readonly description: string;
  readonly navigation: readonly PortalEntry[] | null;
  readonly published: boolean;
  readonly anonymousRead: boolean;
  /** Whether the API reference is public. */
  readonly publicReference: boolean;
  readonly accentColor: AccentColor | null;
  /** Path of a file of the docs. */
  readonly logo: string | null;
  readonly headerLinks: readonly HeaderLink[];
}

export interface PortalSettings extends DocsSettingsInput {
  readonly etag: string;
  /** Time of the last change; null if the settings have never been set. */
  readonly updatedAt: string | null;
}

/** The settings before the first change. Nothing is published. */
export const DEFAULT_SETTINGS: DocsSettingsInput = {
  title: null,
  description: '',
  navigation: null,
  published: false,
  anonymousRead: true,
  publicReference: false,
  accentColor: null,
  logo: null,
  headerLinks: [],
};

/** Origin of a page's text. */
export interface PageSource {
  readonly file?: string | undefined;
  readonly commit?: string | undefined;
  readonly editUrl?: string | undefined;
}

/** A page, as a client sends it. */
export interface DocsPageInput {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly public: boolean;
  readonly order: number;
  readonly source: PageSource | null;
}

/** A page without its text. */
export interface DocsPageSummary extends Omit<DocsPageInput, 'markdown'> {
  readonly path: string;
  readonly etag: string;
  readonly updatedAt: string;
}

export interface DocsPage extends DocsPageSummary {
  readonly markdown: string;
}

/** A heading of a page. */
export interface OutlineEntry {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** The HTML of a page, with the version of the renderer that created it. */
export interface Rendering {
  readonly version: number;
  /** Sanitized HTML. `PORTAL_MARK` is a placeholder for the URL path of the portal. */
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
}

/** A section of a page in the search index. */
export interface PageSection {
  readonly title: string;
  /** Markdown. */
  readonly content: string;
}

/** The HTML of a page and the sections of its text. */
export interface RenderedPage extends Rendering {
  readonly sections: readonly PageSection[];
}

/** A page whose HTML and sections are missing or were created by another version of the renderer. */
export interface UnrenderedPage extends DocsPage {
  readonly projectId: string;
}

/** A change in a batch. */
export type PageChange =
  | {
      readonly path: string;
      readonly page: DocsPageInput;
      readonly rendering: RenderedPage;
      readonly movedFrom: string | null;
    }
  | { readonly path: string; readonly page: null };

/** A change that stores a page. */
export type WrittenPage = Extract<PageChange, { rendering: RenderedPage }>;

/** The ETag that a page must have before the batch; null if the page must not exist. */
export interface PagePrecondition {
  readonly path: string;
  readonly etag: string | null;
}

export interface PageChangeCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
}

/** Result of a conditional change. `changed`: the resource has a different ETag from the one that the client sent; null if the resource does not exist. */
export type ConditionalResult<Done, Resource> =
  | { readonly done: Done }
  | { readonly changed: Resource | null }
  | { readonly limit: number };

/** The properties of a project's published docs that every request needs. */
export interface PortalState {
  readonly projectId: string;
  readonly projectName: string;
  readonly settings: DocsSettingsInput;
  /** Version that increases with every change of the settings and of the pages. */
  readonly version: number;
  readonly updatedAt: string;
}

/** The docs of a project: their settings and pages. */
export interface Docs {
  settings(projectId: string): Promise<PortalSettings>;
  /** @param known ETags, one of which must be that of the current settings; undefined for an unconditional change */
  putSettings(
    projectId: string,
    settings: DocsSettingsInput,
    known?: readonly string[],
  ): Promise<ConditionalResult<PortalSettings, PortalSettings>>;
  /**
   * Returns one page of the list of pages, sorted by path.
   * @throws CursorError
   */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<DocsPageSummary>>;
  /** Returns all pages without their texts, sorted by path. */
  all(projectId: string): Promise<DocsPageSummary[]>;
  page(projectId: string, path: string): Promise<DocsPage | undefined>;
  /** Returns a page with its HTML; `rendering` is null if the HTML has not been stored. */
  rendered(
    projectId: string,
    path: string,
  ): Promise<{ readonly page: DocsPage; readonly rendering: Rendering | null } | undefined>;
  /** Stores the HTML of a page and its sections in the search index, unless the page has changed. */
  storeRendering(projectId: string, page: DocsPage, rendering: RenderedPage): Promise<void>;
  /** Returns a page of any project that this version of the renderer has not rendered. @param after the page that the previous call returned */
  unrendered(version: number, after?: Pick<UnrenderedPage, 'projectId' | 'path'>): Promise<UnrenderedPage | undefined>;
  /** Returns the headings of these pages. */
  outlines(projectId: string, paths: readonly string[]): Promise<Map<string, readonly OutlineEntry[]>>;
  /** Returns which of these pages exist. */
  existing(projectId: string, paths: readonly string[]): Promise<string[]>;
  putPage(
    projectId: string,
    change: WrittenPage,
    known?: readonly string[],
  ): Promise<ConditionalResult<{ readonly page: DocsPage; readonly isNew: boolean }, DocsPage>>;
  /** @returns false if the page does not exist */
  deletePage(
    projectId: string,
    path: string,
    known?: readonly string[],
  ): Promise<boolean | { readonly changed: DocsPage }>;
  /**
   * Applies changes in order. Deleting a page that does not exist is not an error.
   * @returns `changed`: the pages whose preconditions failed. In this case, nothing was changed
   */
  applyBatch(
    projectId: string,
    changes: readonly PageChange[],
    preconditions?: readonly PagePrecondition[],
  ): Promise<PageChangeCounts | { readonly limit: number } | { readonly changed: readonly string[] }>;
  /**
   * Returns the new path of a page that was moved from a path, or null if it was deleted, and whether the page was public; undefined if no page was
   * ever at the path.
   */
  former(
    projectId: string,
    path: string,
  ): Promise<{ readonly movedTo: string | null; readonly public: boolean } | undefined>;
  /** Returns the state of a project's portal, by the slug of the project; undefined if the project does not exist, is closed or has no docs. */
  portal(slug: string): Promise<PortalState | undefined>;
}

/** The port for the docs. */
export interface DocsPorts {
  readonly docs: Docs;
}
