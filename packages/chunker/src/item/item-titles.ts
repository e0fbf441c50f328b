import { getElementAt, truncateMiddle } from '@context-sync/base';
import { MAX_TITLE_CHARS } from '@context-sync/core/limits';
import type { ItemGroup } from '../chunk/item-group.ts';
import type { Section } from '../section/section-tree.ts';

const SEPARATOR = ' › ';

/** Returns the first line of an item: the titles of the page and its sections, and the names of merged sections. */
export function formatBreadcrumb({ path, members }: ItemGroup, limit: number): string {
  const titles = path.map(getTitle).filter((title, index) => index === 0 || title !== '');
  const parentTitles = titles.join(SEPARATOR);
  const names = [...new Set(members.map(getTitle).filter((title) => title !== ''))];
  if (names.length === 0)
    return parentTitles.length <= limit ? parentTitles : omitSections(abbreviateSignatures(titles, limit), limit);
  const wholeTitle = parentTitles + SEPARATOR + names.join(', ');
  if (wholeTitle.length <= limit) return wholeTitle;
  const shortNames = names.map(abbreviateSignature);
  const shortTitle = parentTitles + SEPARATOR + shortNames.join(', ');
  if (shortTitle.length <= limit) return shortTitle;
  // If not all names fit, the line contains only the first and the last name, as a range.
  const span = names.length > 1 ? `${shortNames[0]} … ${shortNames.at(-1)}` : getElementAt(names, 0);
  return omitSections(abbreviateSignatures([...titles, span], limit), limit);
}

/** Matches the parameters of a function or class, with up to one level of parentheses in them, and the type of the result. */
const PARAMETERS = /(?<=[\w>\]])\((?:[^()]|\([^()]*\)){12,}\)(?:\s*(?:→|->)\s*[\w.[\], |]+$)?/gu;

function abbreviateSignature(title: string): string {
  return title.replaceAll(PARAMETERS, '(…)');
}

/** Replaces the parameters in titles with "(…)" until the path fits: first the parameters in the titles of outer sections, so that every name stays. */
function abbreviateSignatures(titles: readonly string[], limit: number): readonly string[] {
  let result = titles;
  for (let index = 1; index < titles.length && result.join(SEPARATOR).length > limit; index += 1)
    result = result.with(index, abbreviateSignature(getElementAt(result, index)));
  return result;
}

/** Minimum length of a shortened section title. A shorter title would lose the words that identify the section. */
const MIN_SHORTENED_LENGTH = 32;

/**
 * Shortens the longest section title between the page and the last section. Returns undefined if the path still does not fit or the shortened title
 * is too short.
 */
function shortenLongest(titles: readonly string[], limit: number): string | undefined {
  const length = titles.join(SEPARATOR).length;
  const longestTitle = titles.slice(1, -1).reduce((most, title) => (title.length > most.length ? title : most), '');
  const availableChars = longestTitle.length - (length - limit);
  return availableChars < MIN_SHORTENED_LENGTH
    ? undefined
    : titles.with(titles.lastIndexOf(longestTitle), truncateMiddle(longestTitle, availableChars)).join(SEPARATOR);
}

/** Omits sections below the page until the path fits. If the path is still too long, truncates the path in the middle. */
function omitSections([page = '', ...sections]: readonly string[], limit: number): string {
  const wholeTitle = [page, ...sections].join(SEPARATOR);
  const shortenedTitle = wholeTitle.length > limit ? shortenLongest([page, ...sections], limit) : undefined;
  if (shortenedTitle !== undefined) return shortenedTitle;
  for (let omittedCount = 0; wholeTitle.length > limit && omittedCount < sections.length; omittedCount += 1) {
    const path = [page, ...(omittedCount > 0 ? ['…'] : []), ...sections.slice(omittedCount)].join(SEPARATOR);
    if (path.length <= limit) return path;
  }
  return truncateMiddle(wholeTitle, limit);
}

function getTitle({ title }: Section): string {
  return title;
}

/**
 * Returns a function that creates a unique title within the limit for every item of a document. Titles of further parts include the name of the part,
 * and duplicates end in " (2)". `path` is the item's breadcrumb.
 */
export function createTitler(): (group: ItemGroup, part: string | undefined, path: string) => string {
  const visibleText = new Map<string, number>();
  return (group, part, path) => {
    const suffix = part === undefined ? '' : ` · ${part}`;
    const availableChars = MAX_TITLE_CHARS - suffix.length;
    const base = (path.length <= availableChars ? path : formatBreadcrumb(group, availableChars)) + suffix;
    for (;;) {
      const count = (visibleText.get(base) ?? 0) + 1;
      visibleText.set(base, count);
      if (count === 1) return base;
      const number = ` (${count})`;
      const title = formatBreadcrumb(group, availableChars - number.length) + suffix + number;
      if (visibleText.has(title)) continue;
      visibleText.set(title, 1);
      return title;
    }
  };
}
