import { getPlainText, getSlug } from '@context-sync/formats';
import type { ScannedText } from '../rewrite/text-edits.ts';
import { getHeadingText } from '../scan/heading-text.ts';
import { getHeadingLevel, getKind, HEADING } from '../scan/scanned-blocks.ts';

/** Minimum number of level-1 headings that may be entries of a list, such as releases. A page with fewer headings is not such a list. */
const MIN_ENTRIES = 3;

/** Minimum length of a word that is compared when a heading is matched with a file name. */
const MIN_WORD_LENGTH = 3;
/** Number of equal letters at the start that make two words match, such as "element" and "elemental". */
const STEM_CHARS = 4;

/**
 * Returns the index of the heading that names the page, or -1 if there is none. The heading is one of the following: the only heading of level 1; the first of
 * several headings of level 1 if it matches the title from the front matter or the file name and is not one of many entries; or a heading of any level at the
 * top of the page if all other headings are below its level (as in book chapters) or if the file is named after it.
 * @param title title from the front matter
 */
export function findPageHeading(draft: ScannedText, path: string, title?: string): number {
  const { blocks } = draft;
  const firstHeading = blocks.kinds.indexOf(HEADING);
  if (firstHeading < 0) return -1;
  const level = getHeadingLevel(blocks, firstHeading);
  if (level === 1) return isTitleOfSeveral(draft, firstHeading, path, title) ? firstHeading : -1;
  if (firstHeading > 0) return -1;
  const isTop = (index: number) => getKind(blocks, index) === HEADING && getHeadingLevel(blocks, index) <= level;
  for (let index = 1; index < blocks.kinds.length; index += 1)
    if (isTop(index)) return isNamedAfter(path, getPlainText(getHeadingText(draft, firstHeading))) ? firstHeading : -1;
  return firstHeading;
}

/**
 * Returns whether the first heading of level 1 names the page although other headings may have this level. Otherwise, each of these headings starts a
 * section, because the first would be a wrong title for the other sections.
 */
function isTitleOfSeveral(draft: ScannedText, first: number, path: string, title: string | undefined): boolean {
  const { blocks } = draft;
  const titleBlocks: number[] = [];
  for (let index = first; index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1))
    if (getHeadingLevel(blocks, index) === 1) titleBlocks.push(index);
  if (titleBlocks.length < 2) return true;
  const headings = titleBlocks.map((index) => getPlainText(getHeadingText(draft, index)));
  const [own = ''] = headings;
  if (isOneOfMany(headings)) return false;
  // A heading with nothing below it is not a section.
  if (titleBlocks[1] === first + 1) return true;
  return title === undefined ? sharesWord(path, own) : title === own;
}

/** Returns whether the heading and the file name have a word in common. Any heading matches an index page, whose file name is generic. */
function sharesWord(path: string, heading: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^./]+$/, '');
  if (/^(?:index|_index|readme)$/i.test(name)) return true;
  const words = splitWords(heading);
  return splitWords(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).some((word) =>
    words.some((other) => word === other || (word.length >= STEM_CHARS && other.startsWith(word.slice(0, STEM_CHARS)))),
  );
}

function splitWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= MIN_WORD_LENGTH || /\P{ASCII}/u.test(word));
}

/** Returns whether the heading's words occur in the file name, or in the folder name of an index page. */
function isNamedAfter(path: string, heading: string): boolean {
  const [name = '', folder = ''] = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .reverse();
  const slug = getSlug(heading).replaceAll('_', '-');
  const expectedName = /^(?:index|readme)$/i.test(name) ? folder : name;
  return slug.length > 2 && `-${expectedName.toLowerCase().replaceAll(/[_. ]/g, '-')}-`.includes(`-${slug}-`);
}

/** Returns whether most of the headings start with the same word or with a number, as in `Version 1.2`, `Version 1.1`. */
function isOneOfMany(headings: readonly string[]): boolean {
  if (headings.length < MIN_ENTRIES) return false;
  const words = headings.map(getFirstWord);
  return words[0] !== '' && 2 * words.filter((word) => word === words[0]).length > words.length;
}

/** Returns the first word in lowercase; "0" if the word is a number. */
function getFirstWord(text: string): string {
  const word = /^[\p{L}\p{N}]+/u.exec(text)?.[0].toLowerCase() ?? '';
  return /^v?\d/.test(word) ? '0' : word;
}
