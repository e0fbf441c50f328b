import { getElementAt } from '@context-sync/base';
import { getLineEnd, getLineStart } from '@context-sync/formats';
import { continuesEntry } from '../page/list-entries.ts';
import type { ParsedPage } from '../page/markdown-page.ts';
import { getSize } from '../page/markdown-page.ts';
import {
  CODE,
  DIRECTIVE,
  FENCE,
  getEnd,
  getKind,
  getStart,
  HEADING,
  HTML,
  LIST,
  PARAGRAPH,
  QUOTE,
  TABLE,
} from '../scan/scanned-blocks.ts';
import { isClosingTags, isOpeningTag } from './bare-tag.ts';
import type { SizeLimits } from './item-group.ts';
import { findJsxContainers } from './jsx-containers.ts';
import { hashText, type UnitRanges } from './split-units.ts';

/** A lead-in that is longer than the cap divided by this number is separated from an oversized block. */
export const LEAD_IN_DIVISOR = 4;

/** Maximum length of a paragraph that can introduce the code, table or list below it. */
const MAX_INTRODUCTION_LENGTH = 200;
/** Maximum length of an introduction in an OpenAPI document, where a paragraph describes a request or response body, and a list of its fields follows. */
const MAX_BODY_INTRODUCTION_LENGTH = 1_000;

/** Blocks that must not be separated, as ranges of block indices. */
export interface BlockUnits extends UnitRanges {
  readonly firsts: readonly number[];
  /** Index after the last block of each unit. */
  readonly lasts: readonly number[];
}

/**
 * Combines the blocks from `from` to `to` (exclusive) that belong together, as long as they fit the cap: a lead-in ("…:") with the block below it, a
 * note with the block above it, and whole containers such as admonitions and JSX elements. A container with several fences must fit the target size.
 */
export function getUnits(page: ParsedPage, from: number, to: number, { target, cap }: SizeLimits): BlockUnits {
  const unitStarts: number[] = [];
  const lastLines: number[] = [];
  const containers = findContainers(page, from, to, { target, cap });
  let nextOffset = 0;
  for (let index = from; index < to; ) {
    let end = index + 1;
    while (nextOffset < containers.length && getElementAt(containers, nextOffset)[0] < index) nextOffset += 1;
    const container = containers[nextOffset];
    if (container?.[0] === index) [, end] = container;
    const first = unitStarts.at(-1);
    if (
      first !== undefined &&
      (shouldStayTogether(page, first, index, end, cap) || isOutputOf(page, first, index, target))
    )
      lastLines[lastLines.length - 1] = end;
    else {
      unitStarts.push(index);
      lastLines.push(end);
    }
    index = end;
  }
  const { lines, blocks } = page;
  return {
    firsts: unitStarts,
    lasts: lastLines,
    starts: unitStarts.map((first) => getLineStart(lines, getStart(blocks, first))),
    ends: lastLines.map((last) => getLineEnd(lines, getEnd(blocks, last - 1) - 1)),
    ranks: unitStarts.map((first) => getRank(page, first, from)),
  };
}

/**
 * Returns whether the blocks from `first` to `index` must stay with the blocks from `index` to `end`. A lead-in stays if everything fits or if the
 * lead-in is short, because splitting the block is better than separating its lead-in.
 */
function shouldStayTogether(page: ParsedPage, first: number, index: number, end: number, cap: number): boolean {
  const isAfterLeadIn = isLeadIn(page, index - 1);
  if (
    !isAfterLeadIn &&
    !isIntroduction(page, index - 1, index) &&
    !continuesEntry(page.lines, page.blocks, index) &&
    !isClosingTags(page, index) &&
    !isAddendum(page, index)
  )
    return false;
  if (getSize(page, first, end) <= cap) return true;
  const isCut = getSize(page, index, end) > cap;
  return (isCut || (isAfterLeadIn && end - index === 1)) && getSize(page, first, index) <= cap / LEAD_IN_DIVISOR;
}

/** Label that the notebook parser writes above the output of a cell. */
const OUTPUT_LABEL = 'Output:';

function isOutputLabel({ lines, blocks }: ParsedPage, index: number): boolean {
  const start = getLineStart(lines, getStart(blocks, index));
  return (
    getKind(blocks, index) === PARAGRAPH &&
    lines.text.slice(start, getLineEnd(lines, getEnd(blocks, index) - 1)) === OUTPUT_LABEL
  );
}

/** Returns whether the blocks from `index` are the output of the code above them, and the code and its output fit the target size. */
function isOutputOf(page: ParsedPage, first: number, index: number, target: number): boolean {
  if (getKind(page.blocks, index - 1) !== FENCE || !isOutputLabel(page, index)) return false;
  const end = Math.min(index + 2, page.blocks.kinds.length);
  return getSize(page, first, end) <= target;
}

/** Matches a note about the version of the preceding content, or a note about the code or table above it. */
const ADDENDUM_PATTERN =
  /^[\s>*_:(]*(?:(?:new|added|changed|removed|deprecated|introduced|available)\s+(?:in|since|as\s+of|from|with)\s+(?:\w+\s+)?[*_`]*v?\d|since\s+(?:version\s+)?v?\d|.{0,60}\b(?:code|example|figure|list|snippet|table)s?\s+above\b)/i;
/** Maximum number of characters at the start of a block that are searched for such a note. */
const MAX_ADDENDUM_START = 120;

/** Returns whether the block is a note about the block above it. */
function isAddendum({ lines, blocks }: ParsedPage, index: number): boolean {
  const kind = getKind(blocks, index);
  if (kind !== PARAGRAPH && kind !== QUOTE && kind !== DIRECTIVE) return false;
  const start = getLineStart(lines, getStart(blocks, index));
  return ADDENDUM_PATTERN.test(lines.text.slice(start, start + MAX_ADDENDUM_START));
}

/** Returns whether the block only introduces the next block: a heading, an opening tag, a paragraph that ends in a colon, or an entirely bold paragraph. */
export function isLeadIn(page: ParsedPage, index: number): boolean {
  const { lines, blocks } = page;
  const kind = getKind(blocks, index);
  if (kind !== PARAGRAPH) return kind === DIRECTIVE || kind === HEADING || isOpeningTag(page, index);
  if (endsInColon(page, index)) return true;
  const { text } = lines;
  const end = findEndOfText(page, index);
  if (!text.endsWith('**', end)) return false;
  const start = getLineStart(lines, getStart(blocks, index));
  return end - start < 200 && /^\*\*[^*\n]+\*\*$/.test(text.slice(start, end).trim());
}

function endsInColon(page: ParsedPage, index: number): boolean {
  const { text } = page.lines;
  let end = findEndOfText(page, index);
  // Emphasis marks may follow the colon.
  while (text.charCodeAt(end - 1) === 0x2a || text.charCodeAt(end - 1) === 0x5f) end -= 1;
  const lastCode = text.charCodeAt(end - 1);
  return (lastCode === 0x3a || lastCode === 0xff1a) && text.charCodeAt(end - 2) !== 0x3a;
}

/** Returns the offset after the block's last character that is not white space. */
function findEndOfText({ lines, blocks }: ParsedPage, index: number): number {
  const { text } = lines;
  let end = getLineEnd(lines, getEnd(blocks, index) - 1);
  while (end > 0 && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0x09)) end -= 1;
  return end;
}

/**
 * Returns whether the block describes the code, table or list below it: a short paragraph, or a list or quote that ends in a colon, for example if
 * the code of the last item is not indented.
 */
function isIntroduction(page: ParsedPage, index: number, next: number): boolean {
  if (!isCodeTableOrList(getKind(page.blocks, next))) return false;
  // The end of a list entry does not introduce the next entry.
  if (continuesEntry(page.lines, page.blocks, index) && !continuesEntry(page.lines, page.blocks, next)) return false;
  const kind = getKind(page.blocks, index);
  if (kind === LIST || kind === QUOTE) return endsInColon(page, index);
  const limit = page.wholeLevel === undefined ? MAX_INTRODUCTION_LENGTH : MAX_BODY_INTRODUCTION_LENGTH;
  return kind === PARAGRAPH && getSize(page, index, index + 1) <= limit;
}

function isCodeTableOrList(kind: number): boolean {
  return kind === FENCE || kind === CODE || kind === TABLE || kind === LIST || kind === HTML;
}

/** Ranks the boundary before a block: a boundary between two texts is better than a boundary between a text and its code. */
function getRank(page: ParsedPage, index: number, from: number): number {
  const { lines, blocks } = page;
  const kind = getKind(blocks, index);
  const start = getLineStart(lines, getStart(blocks, index));
  const hash = hashText(lines.text, start, getLineEnd(lines, getStart(blocks, index)));
  if (index === from) return hash;
  if (isOutputLabel(page, index)) return 3 + hash;
  const previousKind = getKind(blocks, index - 1);
  if (isCodeTableOrList(kind)) return 2 + hash;
  // A new topic is more likely to start after code, a list or a table than between two paragraphs.
  return previousKind === FENCE || previousKind === LIST || previousKind === TABLE ? hash / 2 : hash;
}

/** Returns the block ranges of the outermost containers that fit the cap, in order. */
function findContainers(
  page: ParsedPage,
  from: number,
  to: number,
  { target, cap }: SizeLimits,
): (readonly [number, number])[] {
  const { blocks, lines } = page;
  const containers: (readonly [number, number])[] = [];
  const pageContainers = page.containers.length > 0 ? page.containers : [];
  const ranges = [...pageContainers, ...findJsxContainers(page, from, to)].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let block = from;
  for (const [first, behind] of ranges) {
    while (block < to && getStart(blocks, block) < first) block += 1;
    let end = block;
    while (end < to && getEnd(blocks, end) <= behind) end += 1;
    if (end - block < 2 || (containers.at(-1)?.[1] ?? from) > block) continue;
    // A container with several code blocks is split between the code blocks at the target size.
    const limit = countFences(page, block, end) > 1 ? target : cap;
    if (getLineEnd(lines, getEnd(blocks, end - 1) - 1) - getLineStart(lines, getStart(blocks, block)) <= limit)
      containers.push([block, end]);
  }
  return containers;
}

function countFences({ blocks }: ParsedPage, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (getKind(blocks, index) === FENCE) count += 1;
  return count;
}
