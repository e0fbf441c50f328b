import { elementAt } from '@context-sync/base';
// Finds the end of lists and quotes. Parses their content line by line, because the content determines which lines belong to them (CommonMark 0.31,
// container blocks).

import { type Lines, lineEnd, lineStart } from '@context-sync/formats';
import { addBlock, addUnclosed, type Blocks, LIST, type QUOTE } from './blocks.ts';
import { type Cursor, enterItem, enterQuote, skipIndent } from './cursor.ts';
import { endsHtml, htmlEnd } from './html-block.ts';
import { canOpen, isShortcodeLine } from './interrupt.ts';
import {
  atxLevel,
  closesFence,
  fenceMark,
  interruptsAsItem,
  isBreak,
  isDelimiterRow,
  listMarker,
  setextLevel,
} from './line-patterns.ts';

/** Maximum nesting depth of containers. Deeper containers are treated as text. */
const MAX_DEPTH = 100;

/** Value that represents a quote in the list of item widths. */
const QUOTE_WIDTH = -1;

// The kind of block that is open in the innermost container at the end of a line.
const NOTHING = 0;
/** A paragraph is open. Any line that does not start a block continues the paragraph, regardless of indentation. */
const TEXT = 1;
const TABLE = 2;
const FENCE = 3;
const HTML = 4;
// Containers that a line may start.
const ITEM_START = 5;
const QUOTE_START = 6;

type ContainerKind = typeof LIST | typeof QUOTE;

interface ContainerState {
  /** Number of columns by which the content of each open item is indented within its container, outermost first. */
  readonly open: number[];
  leaf: number;
  /** Mark of the last opened fence. */
  fence: number;
  fenceLength: number;
  /** The condition that ends the last opened HTML block. */
  until: string;
  /** Last line of the paragraph. */
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
  const outer = kind === LIST ? ITEM_START : QUOTE_START;
  const { text } = lines;
  const state: ContainerState = {
    open: [],
    leaf: NOTHING,
    fence: 0,
    fenceLength: 0,
    until: '',
    lastAt: 0,
    lastTo: 0,
    marker: 0,
    isNew: false,
  };
  const place: Cursor = { at: 0, column: 0, base: 0 };
  let end = start;
  /** First line of the open fence. */
  let fence = -1;
  for (let line = start; line < lines.count; line += 1) {
    const to = lineEnd(lines, line);
    place.at = lineStart(lines, line);
    place.column = 0;
    place.base = 0;
    skipIndent(text, place, to);
    const isBlank = place.at === to;
    const matched = matchOpen(state, text, place, to);
    if (place.at === to) {
      readBlankLine(state, matched);
      if (!isBlank) end = line + 1;
      else if (matched === 0 && outer === QUOTE_START) break;
      continue;
    }
    const isInside = matched === state.open.length && continuesLeaf(state, text, place, to, maxIndent);
    if (!isInside && !readBlockStart(state, text, place, to, matched, outer, maxIndent)) break;
    if (state.leaf !== FENCE) fence = -1;
    else if (!isInside) fence = line;
    end = line + 1;
  }
  return fence < 0 ? addBlock(blocks, kind, start, end) : addUnclosed(blocks, kind, start, end, fence);
}

/** Number of open containers that the line continues. */
function matchOpen({ open, isNew }: ContainerState, text: string, place: Cursor, to: number): number {
  let matched = 0;
  for (; matched < open.length; matched += 1) {
    const width = elementAt(open, matched);
    if (width === QUOTE_WIDTH) {
      if (place.at === to || text.charCodeAt(place.at) !== 0x3e || place.column - place.base > 3) break;
      enterQuote(text, place, to);
    } else if (place.at === to) {
      // An item that starts with a blank line ends at the second blank line.
      if (isNew && matched === open.length - 1) break;
    } else if (place.column - place.base < width) break;
    else place.base += width;
  }
  return matched;
}

/** Handles a blank line. */
function readBlankLine(state: ContainerState, matched: number): void {
  const { open, leaf, until } = state;
  if (matched < open.length || leaf < FENCE || (leaf === HTML && until === 'blank')) state.leaf = NOTHING;
  open.length = matched;
  state.isNew = false;
}

/** Returns whether the line belongs to the open fence or HTML block. */
function continuesLeaf(state: ContainerState, text: string, place: Cursor, to: number, maxIndent: number): boolean {
  if (state.leaf === FENCE) {
    const isMark = text.charCodeAt(place.at) === state.fence && place.column - place.base <= maxIndent;
    if (isMark && closesFence(text, place.at, to, state.fence, state.fenceLength)) state.leaf = NOTHING;
    return true;
  }
  if (state.leaf !== HTML) return false;
  if (endsHtml(text, place.at, to, state.until)) state.leaf = NOTHING;
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
  let matched = from;
  for (;;) {
    const isWhole = matched === open.length;
    const next =
      place.column - place.base > maxIndent
        ? state.leaf === TEXT
          ? TEXT
          : NOTHING
        : blockStartAt(state, text, place, to, isWhole);
    if (next === TEXT && (state.leaf === TEXT || (state.leaf === TABLE && isWhole))) {
      if (
        state.leaf === TEXT &&
        isWhole &&
        state.lastAt < state.lastTo &&
        isDelimiterRow(text, place.at, to, state.lastAt, state.lastTo)
      )
        state.leaf = TABLE;
    } else {
      open.length = matched;
      if (matched === 0 && next !== outer) return false;
      state.isNew = false;
      state.leaf = next;
      if (next === QUOTE_START) {
        enterQuote(text, place, to);
        open.push(QUOTE_WIDTH);
      } else if (next === ITEM_START) open.push(enterItem(text, place, to, state.marker));
      if (next >= ITEM_START) {
        state.leaf = NOTHING;
        state.isNew = place.at === to && next === ITEM_START;
        if (place.at === to) return true;
        matched += 1;
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
function blockStartAt(state: ContainerState, text: string, { at }: Cursor, to: number, isWhole: boolean): number {
  const code = text.charCodeAt(at);
  if (!canOpen(code)) return TEXT;
  const isText = state.leaf === TEXT;
  switch (code) {
    case 0x23: // #
      return atxLevel(text, at, to) > 0 ? NOTHING : TEXT;
    case 0x3e: // >
      return state.open.length < MAX_DEPTH ? QUOTE_START : TEXT;
    case 0x60: // `
    case 0x7e: {
      const length = fenceMark(text, at, to);
      if (length === 0) return TEXT;
      state.fence = code;
      state.fenceLength = length;
      return FENCE;
    }
    case 0x3c: {
      const until = htmlEnd(text, at, to, isText);
      if (until === undefined) return TEXT;
      state.until = until;
      return endsHtml(text, at, to, until) ? NOTHING : HTML;
    }
    case 0x3a: // :
      return text.startsWith(':::', at) ? NOTHING : TEXT;
    case 0x7b: // {
      return isShortcodeLine(text, at, to) ? NOTHING : TEXT;
    default: {
      if ((isText && isWhole && setextLevel(text, at, to) > 0) || isBreak(text, at, to)) return NOTHING;
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
