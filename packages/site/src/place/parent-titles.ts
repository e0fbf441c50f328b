import { formatName, isIndexPage } from '@context-sync/reading';
import type { NavigationEntry } from '../facts/navigation-facts.ts';
import { listNavigationPaths, normalizePage } from '../facts/navigation-paths.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getFolder, listFoldersAbove } from '../repository-paths.ts';
import { getChildName, getIndexName, getNavigationName, removeExtension } from './title-names.ts';

/** Maximum number of pages above a page. */
const MAX_LEVELS = 12;
/** Maximum length of the title of one level. */
const MAX_LABEL_LENGTH = 40;
/** Matches the folder of a language in Hugo and Nuxt Content. */
const LANGUAGE_FOLDER = /(?:^|\/)content\/[a-z]{2}(?:-[a-z]{2,4})?$/i;
/** Matches folders that contain the sources of all pages. */
const SOURCE_FOLDER = /(?:^|\/)src(?:\/(?:content|pages|app))?$/;
/** Matches folders of Next.js that only group pages. */
const GROUP_FOLDER = /^\(.*\)$/;

/**
 * Returns the titles of the pages above a page, innermost first: the titles in the navigation or table of contents of the site, or else the titles of the
 * folders.
 * @param root the docs folder, at which the titles end
 */
export function listParentTitles(path: string, root: string, lookup: Lookup): readonly string[] {
  const titles = findInNavigation(path, lookup) ?? findInContents(path, lookup) ?? listFolderTitles(path, root, lookup);
  return titles.map(shortenLabel).filter((title) => title !== '');
}

function shortenLabel(label: string): string {
  const text = label.replaceAll(/\s+/g, ' ').trim();
  return text.length <= MAX_LABEL_LENGTH
    ? text
    : `${text
        .slice(0, MAX_LABEL_LENGTH - 1)
        .trimEnd()
        .toWellFormed()}…`;
}

function findInNavigation(path: string, lookup: Lookup): readonly string[] | undefined {
  return findNavigationEntry(path, lookup, ({ parents }) => parents.length > 0)?.parents.toReversed();
}

/** Returns the title of a page in the navigation of the site, with the titles above it, outermost first; undefined if it has none. */
export function findNavigationTitle(
  path: string,
  lookup: Lookup,
): { readonly title: string; readonly parents: readonly string[] } | undefined {
  const { label, parents = [] } = findNavigationEntry(path, lookup, (entry) => hasLabel(entry)) ?? {};
  return label === undefined ? undefined : { title: shortenLabel(label), parents: parents.map(shortenLabel) };
}

/** Returns whether an entry has a title for readers. */
function hasLabel({ label }: NavigationEntry): boolean {
  return label !== undefined && /[\p{L}\p{N}]/u.test(label);
}

/** Returns the entry of the page in the navigation file that is closest to the page and for which `isUsable` returns true. */
function findNavigationEntry(
  path: string,
  lookup: Lookup,
  isUsable: (entry: NavigationEntry) => boolean,
): NavigationEntry | undefined {
  for (const folder of listFoldersAbove(path)) {
    for (const file of lookup.findByName(getNavigationName(folder))) {
      const entry = lookup.facts(file)?.navigation?.find((each) => isEntryOf(each, path, folder));
      if (entry !== undefined && isUsable(entry)) return entry;
    }
  }
  return undefined;
}

function isEntryOf({ target }: NavigationEntry, path: string, folder: string): boolean {
  const written = normalizePage(target);
  return listNavigationPaths(path, folder).includes(written);
}

/** Returns the titles of the pages whose tables of contents contain the page. */
function findInContents(path: string, lookup: Lookup): readonly string[] | undefined {
  const titles: string[] = [];
  const passedPaths = new Set<string>([path]);
  let page: string | undefined = path;
  for (let level = 0; level < MAX_LEVELS && page !== undefined; level += 1) {
    const owners: readonly string[] = lookup.findByName(getChildName(removeExtension(page)));
    page = owners.find((owner) => !passedPaths.has(owner));
    if (page === undefined) break;
    passedPaths.add(page);
    const title = lookup.facts(page)?.title;
    // The start page names the whole site, so its title does not describe the page.
    const isStart = lookup.findByName(getChildName(removeExtension(page))).length === 0;
    if (title !== undefined && !isStart) titles.push(title);
  }
  return titles.length === 0 ? undefined : titles;
}

function listFolderTitles(path: string, root: string, lookup: Lookup): readonly string[] {
  const titles: string[] = [];
  const own = isIndexPage(path) ? getFolder(path) : path;
  for (const folder of listFoldersAbove(own)) {
    if (folder === root || folder === '' || titles.length >= MAX_LEVELS) break;
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    if (!GROUP_FOLDER.test(name) && !SOURCE_FOLDER.test(folder))
      titles.push(findFolderTitle(folder, path, lookup) ?? formatName(name));
  }
  return titles;
}

function findFolderTitle(folder: string, page: string, lookup: Lookup): string | undefined {
  // The start page of a language names the whole site.
  if (LANGUAGE_FOLDER.test(folder)) return undefined;
  const parent = getFolder(folder);
  for (const file of lookup.findByName(getNavigationName(parent))) {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const label = lookup.facts(file)?.navigation?.find(({ target }) => target === name)?.label;
    if (label !== undefined) return label;
  }
  for (const file of lookup.findByName(getIndexName(folder))) {
    const title = file === page ? undefined : lookup.facts(file)?.title;
    if (title !== undefined) return title;
  }
  return undefined;
}
