import { getPageName } from '@context-sync/reading';
import type { Lookup } from '../reference-lookup.ts';
import { listParentTitles } from './parent-titles.ts';
import { getTitleName } from './title-names.ts';

/** Maximum number of pages with the same title that are compared. If there are more, the place contains all levels. */
const MAX_COMPARED_PAGES = 100;
/** Maximum number of levels of a place that is not compared with other pages. */
const MAX_LEVELS = 4;

/**
 * Returns the titles of pages above the page, outermost first, that distinguish it from other pages with the same title: as few levels as possible.
 * Returns an empty list if no other page has the title.
 */
export function findPlace(path: string, title: string, root: string, lookup: Lookup): readonly string[] {
  const others = lookup.findByName(getTitleName(title)).filter((owner) => owner !== path);
  if (others.length === 0) return [];
  const own = listLevels(path, title, root, lookup);
  if (others.length > MAX_COMPARED_PAGES) return [...own.slice(0, MAX_LEVELS).toReversed(), getPageName(path)];
  let equal: readonly { readonly path: string; readonly levels: readonly string[] }[] = others.map((other) => ({
    path: other,
    levels: listLevels(other, title, root, lookup),
  }));
  for (let count = 1; count <= own.length; count += 1) {
    const level = own[count - 1]?.toLowerCase();
    equal = equal.filter(({ levels }) => levels[count - 1]?.toLowerCase() === level);
    if (equal.length === 0) return own.slice(0, count).toReversed();
  }
  const remaining = equal.filter(({ levels }) => levels.length === own.length);
  if (remaining.length === 0) return own.toReversed();
  return [...own.slice(0, 1), getDistinctName(path, remaining)];
}

function listLevels(path: string, title: string, root: string, lookup: Lookup): readonly string[] {
  const titles = listParentTitles(path, root, lookup);
  return titles.filter((level, index) => level !== titles[index - 1] && (index > 0 || level !== title));
}

/** Returns the name of the file, with its extension if another page differs only by it. */
function getDistinctName(path: string, others: readonly { readonly path: string }[]): string {
  const name = getPageName(path);
  return others.some((other) => getPageName(other.path) === name)
    ? path.slice(path.lastIndexOf('/') + 1).replaceAll(/[\s\p{Cc}]+/gu, ' ')
    : name;
}
