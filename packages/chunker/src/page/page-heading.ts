import { plainText, slugOf } from '@context-sync/formats';
import type { Draft } from '../rewrite/edits.ts';
import { HEADING, headingLevel, kindOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';

/** From so many headings of level 1 on they may be the entries of a list, such as releases. */
const MANY = 3;

/**
 * Index of the heading that names the page, -1 where none does: a first one of level 1, unless it is one entry of many; or one of any level at the
 * very top, where all others are below it, as in the chapters of a book, or the file is named after it.
 */
export function ownHeading(draft: Draft, path: string): number {
  const { blocks } = draft;
  const first = blocks.kinds.indexOf(HEADING);
  if (first < 0) return -1;
  const level = headingLevel(blocks, first);
  if (level === 1) return isOneOfMany(draft, first) ? -1 : first;
  if (first > 0) return -1;
  const isTop = (index: number) => kindOf(blocks, index) === HEADING && headingLevel(blocks, index) <= level;
  for (let index = 1; index < blocks.kinds.length; index += 1)
    if (isTop(index)) return isNamedAfter(path, plainText(headingText(draft, first))) ? first : -1;
  return first;
}

/** Whether the heading's words stand in the name of the file, or of its folder for an index page. */
function isNamedAfter(path: string, heading: string): boolean {
  const [name = '', folder = ''] = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .reverse();
  const slug = slugOf(heading).replaceAll('_', '-');
  const named = /^(?:index|readme)$/i.test(name) ? folder : name;
  return slug.length > 2 && `-${named.toLowerCase().replaceAll(/[_. ]/g, '-')}-`.includes(`-${slug}-`);
}

/** Whether there are others of level 1 as well, and most begin with the same word, or with a number, as this one does: `Version 1.2`, `Version 1.1`. */
function isOneOfMany(draft: Draft, first: number): boolean {
  const { blocks } = draft;
  const all: number[] = [];
  for (let index = first; index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1))
    if (headingLevel(blocks, index) === 1) all.push(index);
  if (all.length < MANY) return false;
  const words = all.map((index) => firstWord(plainText(headingText(draft, index))));
  return words[0] !== '' && 2 * words.filter((word) => word === words[0]).length > words.length;
}

/** In lower case; of a number that it is one. */
function firstWord(text: string): string {
  const word = /^[\p{L}\p{N}]+/u.exec(text)?.[0].toLowerCase() ?? '';
  return /^v?\d/.test(word) ? '0' : word;
}
