import type { Rules } from './generator-rules.ts';
import { getPathInside } from './repository-paths.ts';

/** Area of pages and files that are in no folder of the site. */
const TOP_AREA = '';

const INDEX_FILE = /(?:^|\/)(?:\d+\.)?_?(?:index|readme|page)\.\w+$/i;

/** First segments of the URL paths below which the repository contains pages or files of a site. Other projects can publish the rest. */
export interface SiteAreas {
  readonly pages: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

/**
 * Lists the areas of a site.
 * @param pages paths of the documents that belong to the site
 * @param paths paths of all files
 */
export function listSiteAreas(rules: Rules, pages: readonly string[], paths: ReadonlySet<string>): SiteAreas {
  const pageAreas = new Set<string>();
  const fileAreas = new Set<string>();
  for (const path of pages) {
    const address = rules.getAddress(path, {});
    const [first = TOP_AREA, second] = listSegments(address ?? '');
    // The URL of a folder's index page has only one segment, but the index page belongs to the area of the folder.
    const isInFolder = second !== undefined || INDEX_FILE.test(path);
    if (address !== undefined) pageAreas.add(isInFolder ? first : TOP_AREA);
  }
  for (const path of (rules.assets ?? []).length === 0 ? [] : paths)
    for (const folder of rules.assets ?? []) {
      const [first, second] = listSegments(getPathInside(folder, path) ?? '');
      if (first !== undefined) fileAreas.add(second === undefined ? TOP_AREA : first);
    }
  return { pages: pageAreas, files: fileAreas };
}

/** Returns whether the repository would contain the page or file at a URL path if it existed. */
export function isInAreas({ pages, files }: SiteAreas, address: string): boolean {
  const segments = listSegments(address);
  if (segments.length === 0) return false;
  const [first = TOP_AREA] = segments.slice(0, -1);
  const isFile = /\.[a-z\d]{1,5}$/i.test(address) && !/\.(?:html?|mdx?)$/i.test(address);
  return (isFile ? files : pages).has(first);
}

function listSegments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== 'index.html');
}
