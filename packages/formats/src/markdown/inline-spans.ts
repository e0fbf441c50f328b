import { getElementAt } from '@context-sync/base';
import { findNext } from './line-index.ts';

const BACKTICK = 0x60;
const TILDE = 0x7e;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** Matches the characters that start or end links, code and escapes. */
const LINK_CHARS = /[`~\\[\]]/g;
/** Matches delimiters of code. Fewer than three tildes mark strikethrough. */
const CODE_MARK_PATTERN = /`+|~{3,}/g;

/** Maximum length of a link destination. Longer destinations, such as data URLs, are not parsed. */
const MAX_DESTINATION_LENGTH = 1_024;
/** Maximum length of a link's label or title. */
const MAX_LABEL_LENGTH = 1_000;

/** A link or image in inline text. Positions are UTF-16 indices. */
export interface InlineLink {
  /** Position of `[`, or of `!` for an image. */
  readonly start: number;
  /** Position after the last character of the link. */
  readonly end: number;
  /** Range of the text between the brackets. */
  readonly text: readonly [number, number];
  /** Range of the destination between the parentheses; undefined for a reference. */
  readonly destination: readonly [number, number] | undefined;
  /** Label of a reference: the text between the second brackets, or the link text. */
  readonly label: string | undefined;
}

/**
 * Finds links, images and references outside of inline code and fences in one pass. Returns nested links and images, such as an image in a link,
 * separately, the inner one first. Does not check whether a reference has a definition.
 */
export function findInlineLinks(text: string): InlineLink[] {
  const links: InlineLink[] = [];
  const openBrackets: number[] = [];
  const code = findCodeSpans(text);
  for (let offset = findNext(LINK_CHARS, text, 0); offset >= 0; offset = findNext(LINK_CHARS, text, offset + 1)) {
    const char = text.charCodeAt(offset);
    if (char === BACKTICK || char === TILDE) offset = (code.get(offset) ?? offset + 1) - 1;
    else if (char === BACKSLASH) offset += 1;
    else if (char === OPENING_BRACKET) openBrackets.push(offset);
    else if (char === CLOSING_BRACKET) {
      const bracket = openBrackets.pop();
      if (bracket === undefined) continue;
      const link = parseLink(text, bracket, offset);
      if (!link) continue;
      links.push(link);
      offset = link.end - 1;
    }
  }
  return links;
}

function parseLink(text: string, bracket: number, close: number): InlineLink | undefined {
  const start = text[bracket - 1] === '!' && text[bracket - 2] !== '\\' ? bracket - 1 : bracket;
  const labelRange = [bracket + 1, close] as const;
  const charAfter = text[close + 1];
  if (charAfter === '(') {
    const destination = parseDestination(text, close + 2);
    return (
      destination && { start, end: destination.end, text: labelRange, destination: destination.range, label: undefined }
    );
  }
  const linkText = text.slice(...labelRange);
  if (charAfter === '[') {
    const end = findIndexWithin(text, ']', close + 2);
    if (end < 0) return undefined;
    const label = text.slice(close + 2, end) || linkText;
    return { start, end: end + 1, text: labelRange, destination: undefined, label };
  }
  return { start, end: close + 1, text: labelRange, destination: undefined, label: linkText };
}

/** Parses the end of a link after the opening parenthesis, such as `destination "title")`. */
function parseDestination(text: string, from: number): { range: readonly [number, number]; end: number } | undefined {
  let offset = skipSpace(text, from);
  let range: readonly [number, number];
  const limit = Math.min(text.length, offset + MAX_DESTINATION_LENGTH);
  if (text[offset] === '<') {
    const end = text.slice(offset, limit).search(/[>\n]/);
    if (end < 0 || text[offset + end] !== '>') return undefined;
    range = [offset + 1, offset + end];
    offset += end + 1;
  } else {
    const start = offset;
    let depth = 0;
    for (; offset < limit; offset += 1) {
      const char = text.charCodeAt(offset);
      if (char <= 0x20) break;
      if (char === 0x5c) offset += 1;
      else if (char === 0x28) depth += 1;
      else if (char === 0x29) {
        if (depth === 0) break;
        depth -= 1;
      }
    }
    if (offset >= limit) return undefined;
    range = [start, offset];
  }
  offset = skipSpace(text, offset);
  const quote = text[offset];
  if (quote === '"' || quote === "'" || quote === '(') {
    const end = findIndexWithin(text, quote === '(' ? ')' : quote, offset + 1);
    if (end < 0) return undefined;
    offset = skipSpace(text, end + 1);
  }
  return text[offset] === ')' ? { range, end: offset + 1 } : undefined;
}

/** Returns the next position of `mark` within a limited distance. Searching up to the end for every bracket would take quadratic time. */
function findIndexWithin(text: string, mark: string, from: number): number {
  const index = text.slice(from, from + MAX_LABEL_LENGTH).indexOf(mark);
  return index < 0 ? -1 : from + index;
}

function skipSpace(text: string, from: number): number {
  let offset = from;
  while (text[offset] === ' ' || text[offset] === '\n' || text[offset] === '\t') offset += 1;
  return offset;
}

/** Returns the ranges of inline code and fences: the end position by start position. Takes one pass over the runs of marks. */
export function findCodeSpans(text: string): ReadonlyMap<number, number> {
  const starts: number[] = [];
  const spanEnds: number[] = [];
  CODE_MARK_PATTERN.lastIndex = 0;
  while (CODE_MARK_PATTERN.test(text)) {
    const end = CODE_MARK_PATTERN.lastIndex;
    const code = text.charCodeAt(end - 1);
    let start = end - 1;
    while (text.charCodeAt(start - 1) === code) start -= 1;
    // A mark after a backslash is text.
    if (text.charCodeAt(start - 1) === BACKSLASH) continue;
    starts.push(start);
    spanEnds.push(end);
  }
  if (starts.length < 2) return NO_SPANS;
  const spans = new Map<number, number>();
  const closingRuns = findNextMatchingRuns(text, starts, spanEnds);
  for (let run = 0; run < starts.length; run += 1) {
    const closingOffset = closingRuns[run] ?? -1;
    if (closingOffset < 0) continue;
    const start = getElementAt(starts, run);
    if (crossesBlocks(text, start, getElementAt(spanEnds, run), getElementAt(starts, closingOffset))) continue;
    spans.set(start, getElementAt(spanEnds, closingOffset));
    run = closingOffset;
  }
  return spans;
}

/** Matches a blank line, or the beginning of the next entry of a list. */
const BLOCK_BREAK = /\n[ \t>]*(?:\n|(?:[-*+]|\d{1,9}[.)])[ \t])/;
/** Matches the text that can precede the opening mark of a code block on its line. */
const FENCE_PREFIX = /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/;
const FENCE_LENGTH = 3;

/**
 * Returns whether marks are in different blocks, so that they cannot enclose code. The marks of a code block, which are first on their line, can
 * enclose any text.
 */
function crossesBlocks(text: string, start: number, end: number, closing: number): boolean {
  if (text.indexOf('\n', end) < 0 || text.indexOf('\n', end) > closing) return false;
  if (end - start >= FENCE_LENGTH && FENCE_PREFIX.test(text.slice(Math.max(0, start - 200), start))) return false;
  return BLOCK_BREAK.test(text.slice(end, closing));
}

const NO_SPANS: ReadonlyMap<number, number> = new Map();

/** Returns for each run of marks the next run of the same mark and length, or -1. */
function findNextMatchingRuns(text: string, starts: readonly number[], ends: readonly number[]): number[] {
  const nextRunByLength = new Map<number, number>();
  const closingRuns: number[] = [];
  for (let run = starts.length - 1; run >= 0; run -= 1) {
    const start = getElementAt(starts, run);
    const length = getElementAt(ends, run) - start;
    const kind = text.charCodeAt(start) === TILDE ? -length : length;
    closingRuns[run] = nextRunByLength.get(kind) ?? -1;
    nextRunByLength.set(kind, run);
  }
  return closingRuns;
}
