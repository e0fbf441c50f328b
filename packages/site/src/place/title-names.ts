import { getFormatName } from '@context-sync/formats/extensions';
import { getPageName, isIndexPage } from '@context-sync/reading';
import type { DocumentFacts } from '../facts/document-facts.ts';
import { isLabelFile } from '../facts/folder-labels.ts';
import { isNavigationFile } from '../facts/navigation-facts.ts';
import { getFolder, joinPath, resolvePath } from '../repository-paths.ts';

/** Maximum length of a title that is compared with other titles. */
const MAX_TITLE_LENGTH = 100;
const TITLE_NAME = 'title:';
const CHILD_NAME = 'child:';

/** Returns the lookup name of the pages with a title, regardless of case and white space. */
export function getTitleName(title: string): string {
  return TITLE_NAME + title.replaceAll(/\s+/g, ' ').trim().toLowerCase().slice(0, MAX_TITLE_LENGTH);
}

/** Returns the lookup name of the pages that describe a folder. */
export function getIndexName(folder: string): string {
  return `index:${folder}`;
}

/** Returns the lookup name of the files that define the navigation of the pages below a folder. */
export function getNavigationName(folder: string): string {
  return `navigation:${folder}`;
}

/** Returns the lookup name of the pages whose table of contents lists a page. */
export function getChildName(page: string): string {
  return CHILD_NAME + page;
}

/** Returns whether the documents that define the name can be determined from the texts of all documents, regardless of the generators of their sites. */
export function isPlaceName(name: string): boolean {
  return name.startsWith(TITLE_NAME) || name.startsWith(CHILD_NAME);
}

/** Returns the names of a file that its path determines. */
export function listPlaceNamesOfPath(path: string, isFolder: (path: string) => boolean): string[] {
  const names: string[] = [];
  const folder = getFolder(path);
  const isDocument = getFormatName(path) !== undefined;
  if (isNavigationFile(path)) names.push(getNavigationName(folder));
  if (isLabelFile(path) || (isDocument && isIndexPage(path))) names.push(getIndexName(folder));
  else if (isDocument && isFolder(removeExtension(path))) names.push(getIndexName(removeExtension(path)));
  return names;
}

/**
 * Returns the names of a document that its text determines: its title, and the pages in its table of contents.
 * @param root the folder that absolute paths in a table of contents are relative to
 */
export function listPlaceNamesOfText(path: string, { title, children = [] }: DocumentFacts, root: string): string[] {
  const format = getFormatName(path);
  // Files with the titles of folders and other data are not pages, so their titles are not compared with the titles of pages.
  if (format === undefined || isLabelFile(path) || (format === 'openapi' && title === undefined)) return [];
  const folder = getFolder(path);
  const pages = children.map((child) =>
    child.startsWith('/') ? joinPath(root, child.slice(1)) : (resolvePath(folder, child) ?? child),
  );
  return [getTitleName(title ?? getPageName(path)), ...pages.map(removeExtension).map(getChildName)];
}

/** Returns the path without the extension of a document. */
export function removeExtension(path: string): string {
  return getFormatName(path) === undefined ? path : path.slice(0, path.lastIndexOf('.'));
}
