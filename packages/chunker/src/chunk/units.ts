import { elementAt, lastOf, lineEnd, lineStart } from '@context-sync/formats';
import type { Page } from '../page/page.ts';
import { sizeOf } from '../page/page.ts';
import {
  CODE,
  DIRECTIVE,
  endOf,
  FENCE,
  HEADING,
  HTML,
  kindOf,
  LIST,
  PARAGRAPH,
  QUOTE,
  startOf,
  TABLE,
} from '../scan/blocks.ts';
import { closesElement, opensElement } from './bare-tag.ts';
import { jsxContainers } from './jsx-containers.ts';
import { hashOf, type Run } from './split-units.ts';

/** A line that leads in to a block over the cap may take this share of a piece. */
export const LEAD_SHARE = 4;

/** Longest text that is taken for one that introduces the code, table or list below it. */
const INTRODUCTION_LIMIT = 200;

/** Blocks that must not be parted, as ranges of block indices. */
export interface Units extends Run {
  readonly firsts: readonly number[];
  /** The block behind the unit's last. */
  readonly lasts: readonly number[];
}

/**
 * The blocks from `from` up to but without `to`, those together that belong together while they fit the cap: a line that leads in to what
 * follows ("…:") with that, and containers such as admonitions and JSX elements whole.
 */
export function unitsOf(page: Page, from: number, to: number, cap: number): Units {
  const firsts: number[] = [];
  const lasts: number[] = [];
  const containers = containersIn(page, from, to, cap);
  let next = 0;
  for (let index = from; index < to; ) {
    let end = index + 1;
    while (next < containers.length && elementAt(containers, next)[0] < index) next += 1;
    const container = containers[next];
    if (container?.[0] === index) [, end] = container;
    if (firsts.length > 0 && isOneUnit(page, lastOf(firsts), index, end, cap)) lasts[lasts.length - 1] = end;
    else {
      firsts.push(index);
      lasts.push(end);
    }
    index = end;
  }
  const { lines, blocks } = page;
  return {
    firsts,
    lasts,
    starts: firsts.map((first) => lineStart(lines, startOf(blocks, first))),
    ends: lasts.map((last) => lineEnd(lines, endOf(blocks, last - 1) - 1)),
    ranks: firsts.map((first) => rankOf(page, first, from)),
  };
}

/**
 * Whether the blocks from `first` up to `index` go with those from there up to `last`. What leads in does as long as all fits, or it takes
 * little of the room: nobody looks for a lead-in alone, and a block cut in two is the lesser evil.
 */
function isOneUnit(page: Page, first: number, index: number, end: number, cap: number): boolean {
  const leads = leadsIn(page, index - 1);
  if (!leads && !introduces(page, index - 1, index) && !closesElement(page, index)) return false;
  if (sizeOf(page, first, end) <= cap) return true;
  const isCut = sizeOf(page, index, end) > cap;
  return (isCut || (leads && end - index === 1)) && sizeOf(page, first, index) <= cap / LEAD_SHARE;
}

/**
 * Whether the block only leads in to what follows: a heading, a tag that opens an element, or a paragraph that ends in a colon or is nothing
 * but bold, as a heading would be.
 */
export function leadsIn(page: Page, index: number): boolean {
  const { lines, blocks } = page;
  const kind = kindOf(blocks, index);
  if (kind !== PARAGRAPH) return kind === DIRECTIVE || kind === HEADING || opensElement(page, index);
  if (endsInColon(page, index)) return true;
  const { text } = lines;
  const end = endOfText(page, index);
  if (!text.endsWith('**', end)) return false;
  const start = lineStart(lines, startOf(blocks, index));
  return end - start < 200 && /^\*\*[^*\n]+\*\*$/.test(text.slice(start, end).trim());
}

function endsInColon(page: Page, index: number): boolean {
  const { text } = page.lines;
  let end = endOfText(page, index);
  // Marks of emphasis may stand behind the colon.
  while (text.charCodeAt(end - 1) === 0x2a || text.charCodeAt(end - 1) === 0x5f) end -= 1;
  const mark = text.charCodeAt(end - 1);
  return (mark === 0x3a || mark === 0xff1a) && text.charCodeAt(end - 2) !== 0x3a;
}

/** Offset behind the last character of the block that is no space. */
function endOfText({ lines, blocks }: Page, index: number): number {
  const { text } = lines;
  let end = lineEnd(lines, endOf(blocks, index) - 1);
  while (end > 0 && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0x09)) end -= 1;
  return end;
}

/**
 * Whether the block speaks of the code, table or list below it: a short text, or a list or quote that ends in a colon, as where the code of its last
 * item stands at the margin.
 */
function introduces(page: Page, index: number, next: number): boolean {
  if (!isShown(kindOf(page.blocks, next))) return false;
  const kind = kindOf(page.blocks, index);
  if (kind === LIST || kind === QUOTE) return endsInColon(page, index);
  return kind === PARAGRAPH && sizeOf(page, index, index + 1) <= INTRODUCTION_LIMIT;
}

function isShown(kind: number): boolean {
  return kind === FENCE || kind === CODE || kind === TABLE || kind === LIST || kind === HTML;
}

/** How well a cut stands before the block: between texts rather than between a text and its code. */
function rankOf({ lines, blocks }: Page, index: number, from: number): number {
  const kind = kindOf(blocks, index);
  const start = lineStart(lines, startOf(blocks, index));
  const hash = hashOf(lines.text, start, lineEnd(lines, startOf(blocks, index)));
  if (index === from) return hash;
  const above = kindOf(blocks, index - 1);
  if (isShown(kind)) return 2 + hash;
  // Behind code, a list or a table a new thought begins more often than between two paragraphs.
  return above === FENCE || above === LIST || above === TABLE ? hash / 2 : hash;
}

/** Block ranges of the containers that fit the cap, outermost ones alone, in order. */
function containersIn(page: Page, from: number, to: number, cap: number): (readonly [number, number])[] {
  const { blocks, lines } = page;
  const found: (readonly [number, number])[] = [];
  const inside = page.containers.length > 0 ? page.containers : [];
  const ranges = [...inside, ...jsxContainers(page, from, to)].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let block = from;
  for (const [first, behind] of ranges) {
    while (block < to && startOf(blocks, block) < first) block += 1;
    let end = block;
    while (end < to && endOf(blocks, end) <= behind) end += 1;
    if (end - block < 2 || (found.at(-1)?.[1] ?? from) > block) continue;
    if (lineEnd(lines, endOf(blocks, end - 1) - 1) - lineStart(lines, startOf(blocks, block)) <= cap)
      found.push([block, end]);
  }
  return found;
}
