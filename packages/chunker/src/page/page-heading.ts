import { plainText, slugOf } from '@context-sync/formats';
import type { ScannedText } from '../rewrite/edits.ts';
import { HEADING, headingLevel, kindOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';

/** From this many level-1 headings on, they may be entries of a list, such as releases. */
const MIN_ENTRIES = 3;

/**
 * Index of the heading that names the page, or -1: a first heading of level 1 that is not one of many entries; or a heading of any level at the
 * top, if all others are below it (as in book chapters) or the file is named after it.
 */
export function findPageHeading(draft: ScannedText, path: string): number {
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

/** Whether most level-1 headings start with the same word or with a number, as in `Version 1.2`, `Version 1.1`. */
function isOneOfMany(draft: ScannedText, first: number): boolean {
  const { blocks } = draft;
  const all: number[] = [];
  for (let index = first; index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1))
    if (headingLevel(blocks, index) === 1) all.push(index);
  if (all.length < MIN_ENTRIES) return false;
  const words = all.map((index) => firstWord(plainText(headingText(draft, index))));
  return words[0] !== '' && 2 * words.filter((word) => word === words[0]).length > words.length;
}

/** The first word in lowercase; "0" for any number. */
function firstWord(text: string): string {
  const word = /^[\p{L}\p{N}]+/u.exec(text)?.[0].toLowerCase() ?? '';
  return /^v?\d/.test(word) ? '0' : word;
}
