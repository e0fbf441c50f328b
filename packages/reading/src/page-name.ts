/** Matches the names of pages that describe their folder. */
const INDEX_NAME = /^(?:_?index|readme)$/i;

/** Returns the title for a page without a title: the file name, or the folder name of an index page. */
export function getPageName(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const name = parts.pop() ?? path;
  const descriptiveName = INDEX_NAME.test(name) ? (parts.pop() ?? name) : name;
  return formatName(descriptiveName) || path;
}

/**
 * Matches a file or folder with a leading underscore, which generators use for parts of pages, and folders that contain such parts by convention.
 * Hugo's `_index` is a page.
 */
const PART_PATH =
  /(?:^|\/)(?:_(?!index\.)[^/]+|@?(?:snippets|includes|partials|reusables|fragments|components)\/[^/]+)(?:\/[^/]+)*$/;

/** Returns whether a file is a part of other pages according to its path. */
export function isPartPath(path: string): boolean {
  return PART_PATH.test(path);
}

/** Returns whether the page describes its folder. */
export function isIndexPage(path: string): boolean {
  return INDEX_NAME.test(path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, ''));
}

/** Returns the name of a file or folder as words. Numbers that only order the files are removed. */
export function formatName(name: string): string {
  return name
    .replace(/^\d+[-_.]+(?=\p{L})/u, '')
    .replaceAll(/[-_\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim();
}
