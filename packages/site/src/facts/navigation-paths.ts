import { getFormatName } from '@context-sync/formats/extensions';
import { getPathInside } from '../repository-paths.ts';

/** Number of folders between a navigation file and the folder that its paths are relative to, such as `docs` of MkDocs. */
const MAX_SKIPPED_FOLDERS = 3;
/** Matches the folders that a navigation file may omit. */
const DOCS_FOLDER =
  /^(?:\.?docs?|documentation|src|source|contents?|pages?|site|website|guide|[a-z]{2}(?:[-_][a-z]{2,4})?)$/i;

/** Returns the path of a page without the parts that a navigation file may omit: the extension, the name of an index page, and number prefixes. */
export function normalizePage(path: string): string {
  const page = path.replace(/[?#].*$/, '');
  return (getFormatName(page) === undefined ? page : page.slice(0, page.lastIndexOf('.')))
    .replace(/^(?:\.?\/)+|\/+$/g, '')
    .replaceAll(/(^|\/)\d+[-_.]+(?=\p{L})/gu, '$1')
    .replace(/(?:^|\/)(?:_?index|readme)$/i, '');
}

/** Returns the paths with which a navigation file in a folder can refer to a page, the longest path first. */
export function listNavigationPaths(path: string, folder: string): readonly string[] {
  let page = normalizePage(getPathInside(folder, path) ?? path);
  const paths = [page];
  for (let skippedCount = 0; skippedCount < MAX_SKIPPED_FOLDERS; skippedCount += 1) {
    const slash = page.indexOf('/');
    if (slash < 0 || !DOCS_FOLDER.test(page.slice(0, slash))) break;
    page = page.slice(slash + 1);
    paths.push(page);
  }
  return paths;
}
