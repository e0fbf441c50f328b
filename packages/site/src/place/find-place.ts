import { getPageName, isIndexPage } from '@context-sync/reading';
import type { Lookup } from '../reference-lookup.ts';
import { findNavigationTitle, listParentTitles } from './parent-titles.ts';
import { getTitleName } from './title-names.ts';

/** Maximum number of pages with the same title that are compared. If there are more, the titles of all levels are returned. */
const MAX_COMPARED_PAGES = 100;
/** Maximum number of levels that are returned if the page is not compared with other pages. */
const MAX_LEVELS = 4;

/**
 * Returns the titles of pages above the page, outermost first, that distinguish it from other pages with the same title: as few levels as possible.
 * Returns an empty list if no other page has the title.
 */
export function findPlace(path: string, title: string, root: string, lookup: Lookup): readonly string[] {
  // Pages whose titles come only from the navigation are not compared with others, so all levels of the navigation distinguish them.
  const entry = lookup.facts(path)?.title === title ? undefined : findNavigationTitle(path, lookup);
  if (entry?.title === title && entry.parents.length > 0) return entry.parents.slice(-MAX_LEVELS);
  const otherPaths = lookup.findByName(getTitleName(title)).filter((owner) => owner !== path);
  if (otherPaths.length === 0) return [];
  const own = listLevels(path, title, root, lookup);
  if (otherPaths.length > MAX_COMPARED_PAGES) return [...own.slice(0, MAX_LEVELS).toReversed(), getPageName(path)];
  let equalPages: readonly { readonly path: string; readonly levels: readonly string[] }[] = otherPaths.map(
    (other) => ({
      path: other,
      levels: listLevels(other, title, root, lookup),
    }),
  );
  for (let count = 1; count <= own.length; count += 1) {
    const level = own[count - 1]?.toLowerCase();
    equalPages = equalPages.filter(({ levels }) => levels[count - 1]?.toLowerCase() === level);
    if (equalPages.length === 0) return own.slice(0, count).toReversed();
  }
  const remainingPages = equalPages.filter(({ levels }) => levels.length === own.length);
  if (remainingPages.length === 0) return own.toReversed();
  const isOnlyHere = remainingPages.length === otherPaths.length;
  // If all other pages are index pages, the file name is not added here, because it is added for the index pages.
  const isKnown = lookup.findByName(getTitleName(title)).includes(path);
  if (isKnown && !isIndexPage(path) && remainingPages.every((other) => isIndexPage(other.path)))
    return isOnlyHere ? [] : own.slice(0, 1);
  const isDistinct = isOnlyHere || otherPaths.every((other) => getPageName(other) !== getPageName(path));
  return [...(isDistinct ? [] : own.slice(0, 1)), getDistinctName(path, remainingPages)];
}

function listLevels(path: string, title: string, root: string, lookup: Lookup): readonly string[] {
  const titles = listParentTitles(path, root, lookup);
  return titles.filter((level, index) => level !== titles[index - 1] && (index > 0 || !isEqualName(level, title)));
}

/** Returns whether the name of a folder repeats the title, as in `events/events.md`. */
function isEqualName(name: string, title: string): boolean {
  return removeHyphens(name) === removeHyphens(title);
}

function removeHyphens(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]+/g, ' ');
}

/** Returns the page name. If another page has the same page name, returns the file name with its extension, or the name of the folder. */
function getDistinctName(path: string, otherPages: readonly { readonly path: string }[]): string {
  const name = getPageName(path);
  if (otherPages.every((other) => getPageName(other.path) !== name)) return name;
  const getFileName = (file: string) => file.slice(file.lastIndexOf('/') + 1);
  const fileName = getFileName(path);
  const isInOtherFolder = otherPages.some((other) => getFileName(other.path) === fileName) && path.includes('/');
  const distinctName = isInOtherFolder ? getFileName(path.slice(0, path.lastIndexOf('/'))) : fileName;
  return distinctName.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}
