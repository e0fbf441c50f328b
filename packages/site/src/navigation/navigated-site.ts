import type { PageMetadata } from '../facts/page-metadata.ts';
import type { Rules } from '../generator-rules.ts';
import type { Lookup } from '../reference-lookup.ts';

/** An entry of the navigation of a site: a page, a group of entries, or both. */
export interface SiteEntry {
  /** Title of the entry; absent if it is the title of the page. */
  readonly title?: string;
  /** Path of the document in the repository. */
  readonly file?: string;
  readonly items: readonly SiteEntry[];
}

/** The documents of a site whose navigation is read. */
export interface NavigatedSite {
  readonly rules: Rules;
  /** Paths of the documents that are pages, sorted, with their metadata. */
  readonly documents: ReadonlyMap<string, PageMetadata>;
  readonly lookup: Lookup;
  /** Returns the text of a file; undefined if it does not exist or is not loaded yet. */
  read(path: string): string | undefined;
  /** The docs folder. */
  readonly root: string;
}
