import type { Rules } from './generator-rules.ts';
import { getPathInside } from './repository-paths.ts';
import { type SiteSource, SourceCounts } from './site-sources.ts';

/** Area of pages and files that are in no folder of the site. */
const TOP_AREA = '';

const INDEX_FILE = /(?:^|\/)(?:\d+\.)?_?(?:index|readme|page)\.\w+$/i;

/** Number of folders of a URL path that must contain pages of the repository. Other projects can publish the rest. */
const SECTION_DEPTH = 2;

/** First segments of the URL paths below which the repository contains pages or files of a site. Other projects can publish the rest. */
export interface SiteAreas {
  readonly pages: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** The first two segments of the URL paths of folders that contain pages. */
  readonly sections: ReadonlySet<string>;
  /** Folders of pages, with their URL paths. */
  readonly sources: readonly SiteSource[];
}

/**
 * Lists the areas of a site.
 * @param pages paths of the documents that belong to the site
 * @param paths paths of all files
 */
export function listSiteAreas(rules: Rules, pages: readonly string[], paths: ReadonlySet<string>): SiteAreas {
  const pageAreas = new Set<string>();
  const fileAreas = new Set<string>();
  const sections = new Set<string>();
  const sources = new SourceCounts();
  for (const path of pages) {
    const address = rules.getAddress(path, {});
    const [first = TOP_AREA, second] = listSegments(address ?? '');
    // The URL of a folder's index page has only one segment, but the index page belongs to the area of the folder.
    const isInFolder = second !== undefined || INDEX_FILE.test(path);
    if (address === undefined) continue;
    pageAreas.add(isInFolder ? first : TOP_AREA);
    const folders = listSegments(address).slice(0, INDEX_FILE.test(path) ? undefined : -1);
    sections.add(getSection(folders.slice(0, 1))).add(getSection(folders));
    sources.add(path, address);
  }
  for (const path of (rules.assets ?? []).length === 0 ? [] : paths)
    for (const folder of rules.assets ?? []) {
      const [first, second] = listSegments(getPathInside(folder, path) ?? '');
      if (first !== undefined) fileAreas.add(second === undefined ? TOP_AREA : first);
    }
  return { pages: pageAreas, files: fileAreas, sections, sources: sources.list() };
}

/** Returns whether the repository would contain the page or file at a URL path if it existed. */
export function isInAreas({ pages, files }: SiteAreas, address: string): boolean {
  const segments = listSegments(address);
  if (segments.length === 0) return false;
  const [first = TOP_AREA] = segments.slice(0, -1);
  return (isFileAddress(address) ? files : pages).has(first);
}

/** Returns whether the repository contains pages in the section of the page at a URL path. */
export function isInSections({ sections }: SiteAreas, address: string): boolean {
  return sections.has(getSection(listSegments(address).slice(0, -1)));
}

/** Returns whether a URL path is the path of a file that is not a page. */
export function isFileAddress(address: string): boolean {
  return /\.[a-z\d]{1,5}$/i.test(address) && !/\.(?:html?|mdx?)$/i.test(address);
}

function getSection(folders: readonly string[]): string {
  return folders.slice(0, SECTION_DEPTH).join('/');
}

function listSegments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== 'index.html');
}
