import { getElementAt } from '@context-sync/base';
// This module finds the end of lists and quotes. It parses their content line by line, because the content determines which lines belong to them
// (CommonMark 0.31, container blocks).

import { getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { endsHtml, getHtmlEnd } from './html-block.ts';
import { type Cursor, enterItem, enterQuote, skipIndent } from './line-cursor.ts';
import {
  closesFence,
  getAtxLevel,
  getSetextLevel,
  interruptsAsItem,
  isBreak,
  isDelimiterRow,
  listMarker,
  measureFenceMark,
} from './line-patterns.ts';
import { canOpen, isShortcodeLine } from './paragraph-interrupt.ts';
import { addBlock, addUnclosed, type Blocks, LIST, type QUOTE } from './scanned-blocks.ts';

/** Maximum nesting depth of containers. Deeper containers are treated as text. */
const MAX_DEPTH = 100;

/** Value that represents a quote in the list of item widths. */
const QUOTE_WIDTH = -1;

// The following constants are the kinds of blocks that can be open in the innermost container at the end of a line.
const NO_CONTAINER = 0;
/** An open paragraph. Any line that does not start a block continues the paragraph, regardless of indentation. */
const TEXT = 1;
const TABLE = 2;
const FENCE = 3;
const HTML = 4;
// The following constants are the containers that a line can start.
const ITEM_START = 5;
const QUOTE_START = 6;

type ContainerKind = typeof LIST | typeof QUOTE;

interface ContainerState {
  /** Number of columns by which the content of each open item is indented within its container, outermost first. */
  readonly open: number[];
  leaf: number;
  /** Character code of the last opened fence. */
  fence: number;
  fenceLength: number;
  /** The condition that ends the last opened HTML block. */
  until: string;
  /** Offset of the text on the last line of the open paragraph. */
  lastAt: number;
  lastTo: number;
  marker: number;
  /** Whether the innermost item is still empty. */
  isNew: boolean;
}

/**
 * Adds the list or quote that starts at `start`, and returns the line after the list or quote. Consecutive lists form one block.
 * @param maxIndent maximum columns of indentation in front of a block start
 */
export function addContainer(
  blocks: Blocks,
  lines: Lines,
  start: number,
  kind: ContainerKind,
  maxIndent: number,
): number {
  const containerStart = kind === LIST ? ITEM_START : QUOTE_START;
  const { text } = lines;
  const state: ContainerState = {
    open: [],
    leaf: NO_CONTAINER,
    fence: 0,
    fenceLength: 0,
    until: '',
    lastAt: 0,
    lastTo: 0,
    marker: 0,
    isNew: false,
  };
  const startCursor: Cursor = { at: 0, column: 0, base: 0 };
  let end = start;
  /** First line of the open fence; -1 if no fence is open. */
  let fence = -1;
  for (let line = start; line < lines.count; line += 1) {
    const to = getLineEnd(lines, line);
    startCursor.at = getLineStart(lines, line);
    startCursor.column = 0;
    startCursor.base = 0;
    skipIndent(text, startCursor, to);
    const isBlank = startCursor.at === to;
    const matchedAt = matchOpen(state, text, startCursor, to);
    if (startCursor.at === to) {
      readBlankLine(state, matchedAt);
      if (!isBlank) end = line + 1;
      else if (matchedAt === 0 && containerStart === QUOTE_START) break;
      continue;
    }
    const isInside = matchedAt === state.open.length && continuesLeaf(state, text, startCursor, to, maxIndent);
    if (!isInside && !readBlockStart(state, text, startCursor, to, matchedAt, containerStart, maxIndent)) break;
    if (state.leaf !== FENCE) fence = -1;
    else if (!isInside) fence = line;
    end = line + 1;
  }
  return fence < 0 ? addBlock(blocks, kind, start, end) : addUnclosed(blocks, kind, start, end, fence);
}

/** Returns the number of open containers that the line continues. */
function matchOpen({ open, isNew }: ContainerState, text: string, place: Cursor, to: number): number {
  let matchedCount = 0;
  for (; matchedCount < open.length; matchedCount += 1) {
    const width = getElementAt(open, matchedCount);
    if (width === QUOTE_WIDTH) {
      if (place.at === to || text.charCodeAt(place.at) !== 0x3e || place.column - place.base > 3) break;
      enterQuote(text, place, to);
    } else if (place.at === to) {
      // An item that starts with a blank line ends at the second blank line.
      if (isNew && matchedCount === open.length - 1) break;
    } else if (place.column - place.base < width) break;
    else place.base += width;
  }
  return matchedCount;
}

/** Updates the state for a blank line. */
function readBlankLine(state: ContainerState, matchedCount: number): void {
  const { open, leaf, until } = state;
  if (matchedCount < open.length || leaf < FENCE || (leaf === HTML && until === 'blank')) state.leaf = NO_CONTAINER;
  open.length = matchedCount;
  state.isNew = false;
}

/** Returns whether the line belongs to the open fence or HTML block. */
function continuesLeaf(state: ContainerState, text: string, place: Cursor, to: number, maxIndent: number): boolean {
  if (state.leaf === FENCE) {
    const isMark = text.charCodeAt(place.at) === state.fence && place.column - place.base <= maxIndent;
    if (isMark && closesFence(text, place.at, to, state.fence, state.fenceLength)) state.leaf = NO_CONTAINER;
    return true;
  }
  if (state.leaf !== HTML) return false;
  if (endsHtml(text, place.at, to, state.until)) state.leaf = NO_CONTAINER;
  return true;
}

/** Handles a line that may start a block. Returns whether the line still belongs to the list or quote. */
function readBlockStart(
  state: ContainerState,
  text: string,
  place: Cursor,
  to: number,
  from: number,
  outer: number,
  maxIndent: number,
): boolean {
  const { open } = state;
  let matchedAt = from;
  for (;;) {
    const isWhole = matchedAt === open.length;
    const nextStart =
      place.column - place.base > maxIndent
        ? state.leaf === TEXT
          ? TEXT
          : NO_CONTAINER
        : getBlockStart(state, text, place, to, isWhole);
    if (nextStart === TEXT && (state.leaf === TEXT || (state.leaf === TABLE && isWhole))) {
      if (
        state.leaf === TEXT &&
        isWhole &&
        state.lastAt < state.lastTo &&
        isDelimiterRow(text, place.at, to, state.lastAt, state.lastTo)
      )
        state.leaf = TABLE;
    } else {
      open.length = matchedAt;
      if (matchedAt === 0 && nextStart !== outer) return false;
      state.isNew = false;
      state.leaf = nextStart;
      if (nextStart === QUOTE_START) {
        enterQuote(text, place, to);
        open.push(QUOTE_WIDTH);
      } else if (nextStart === ITEM_START) open.push(enterItem(text, place, to, state.marker));
      if (nextStart >= ITEM_START) {
        state.leaf = NO_CONTAINER;
        state.isNew = place.at === to && nextStart === ITEM_START;
        if (place.at === to) return true;
        matchedAt += 1;
        continue;
      }
    }
    // A lazy continuation line cannot be a table header.
    state.lastAt = isWhole ? place.at : to;
    state.lastTo = to;
    return true;
  }
}

/** Returns the kind of block that starts at the cursor; `TEXT` if no block starts there. */
function getBlockStart(state: ContainerState, text: string, { at }: Cursor, to: number, isWhole: boolean): number {
  const code = text.charCodeAt(at);
  if (!canOpen(code)) return TEXT;
  const isText = state.leaf === TEXT;
  switch (code) {
    case 0x23: // #
      return getAtxLevel(text, at, to) > 0 ? NO_CONTAINER : TEXT;
    case 0x3e: // >
      return state.open.length < MAX_DEPTH ? QUOTE_START : TEXT;
    case 0x60: // `
    case 0x7e: {
      const length = measureFenceMark(text, at, to);
      if (length === 0) return TEXT;
      state.fence = code;
      state.fenceLength = length;
      return FENCE;
    }
    case 0x3c: {
      const htmlBlockKind = getHtmlEnd(text, at, to, isText);
      if (htmlBlockKind === undefined) return TEXT;
      state.until = htmlBlockKind;
      return endsHtml(text, at, to, htmlBlockKind) ? NO_CONTAINER : HTML;
    }
    case 0x3a: // :
      return text.startsWith(':::', at) ? NO_CONTAINER : TEXT;
    case 0x7b: // {
      return isShortcodeLine(text, at, to) ? NO_CONTAINER : TEXT;
    default: {
      if ((isText && isWhole && getSetextLevel(text, at, to) > 0) || isBreak(text, at, to)) return NO_CONTAINER;
      const marker = listMarker(text, at, to);
      if (
        marker === 0 ||
        state.open.length >= MAX_DEPTH ||
        (isText && isWhole && !interruptsAsItem(text, at, to, marker))
      )
        return TEXT;
      state.marker = marker;
      return ITEM_START;
    }
  }
}
