import { plainText, slugOf } from '@context-sync/formats';
import type { ScannedText } from '../rewrite/edits.ts';
import { HEADING, headingLevel, kindOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';

/** From this many level-1 headings on, they may be entries of a list, such as releases. */
const MIN_ENTRIES = 3;

/** Words shorter than this say nothing about a page. */
const MIN_WORD_LENGTH = 3;
/** Words that start with this many equal letters are forms of the same word, such as "element" and "elemental". */
const STEM_LENGTH = 4;

/**
 * Index of the heading that names the page, or -1: the only heading of level 1; the first of several, if it is about what the file is named after
 * and is not one of many entries; or a heading of any level at the top, if all others are below it (as in book chapters) or the file is named
 * after it. `title` is the one from the front matter.
 */
export function findPageHeading(draft: ScannedText, path: string, title?: string): number {
  const { blocks } = draft;
  const first = blocks.kinds.indexOf(HEADING);
  if (first < 0) return -1;
  const level = headingLevel(blocks, first);
  if (level === 1) return isTitleOfSeveral(draft, first, path, title) ? first : -1;
  if (first > 0) return -1;
  const isTop = (index: number) => kindOf(blocks, index) === HEADING && headingLevel(blocks, index) <= level;
  for (let index = 1; index < blocks.kinds.length; index += 1)
    if (isTop(index)) return isNamedAfter(path, plainText(headingText(draft, first))) ? first : -1;
  return first;
}

/**
 * Whether the first heading of level 1 names the page although there may be others of this level. If it does not, each of them is a section: under
 * the first one, the others would get a false title.
 */
function isTitleOfSeveral(draft: ScannedText, first: number, path: string, title: string | undefined): boolean {
  const { blocks } = draft;
  const all: number[] = [];
  for (let index = first; index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1))
    if (headingLevel(blocks, index) === 1) all.push(index);
  if (all.length < 2) return true;
  const headings = all.map((index) => plainText(headingText(draft, index)));
  const [own = ''] = headings;
  if (isOneOfMany(headings)) return false;
  // A heading without anything of its own is not a section.
  if (all[1] === first + 1) return true;
  return title === undefined ? sharesWord(path, own) : title === own;
}

/** Whether the heading and the file name have a word in common. The name of an index page is generic, so any heading fits it. */
function sharesWord(path: string, heading: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^./]+$/, '');
  if (/^(?:index|_index|readme)$/i.test(name)) return true;
  const words = wordsOf(heading);
  return wordsOf(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).some((word) =>
    words.some(
      (other) => word === other || (word.length >= STEM_LENGTH && other.startsWith(word.slice(0, STEM_LENGTH))),
    ),
  );
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= MIN_WORD_LENGTH || /\P{ASCII}/u.test(word));
}

/** Whether the heading's words occur in the file name, or in the folder name of an index page. */
function isNamedAfter(path: string, heading: string): boolean {
  const [name = '', folder = ''] = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .reverse();
  const slug = slugOf(heading).replaceAll('_', '-');
  const named = /^(?:index|readme)$/i.test(name) ? folder : name;
  return slug.length > 2 && `-${named.toLowerCase().replaceAll(/[_. ]/g, '-')}-`.includes(`-${slug}-`);
}

/** Whether most of the headings start with the same word or with a number, as in `Version 1.2`, `Version 1.1`. */
function isOneOfMany(headings: readonly string[]): boolean {
  if (headings.length < MIN_ENTRIES) return false;
  const words = headings.map(firstWord);
  return words[0] !== '' && 2 * words.filter((word) => word === words[0]).length > words.length;
}

/** The first word in lowercase; "0" for any number. */
function firstWord(text: string): string {
  const word = /^[\p{L}\p{N}]+/u.exec(text)?.[0].toLowerCase() ?? '';
  return /^v?\d/.test(word) ? '0' : word;
}
