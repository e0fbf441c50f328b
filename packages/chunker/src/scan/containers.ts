// Where lists and quotes end. What they hold is followed line by line, as that decides which lines are theirs (CommonMark 0.31, container blocks).

import { elementAt, type Lines, lineEnd, lineStart } from '@context-sync/formats';
import { addBlock, addUnclosed, type Blocks, LIST, type QUOTE } from './blocks.ts';
import { intoItem, intoQuote, type Place, toText } from './cursor.ts';
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

/** Deepest nesting that is followed; what is deeper is text. */
const DEPTH = 100;

/** Stands for a quote among the widths of items. */
const QUOTE_WIDTH = -1;

// What the innermost container holds where a line ends.
const NOTHING = 0;
/** A paragraph: a line that begins nothing else belongs to it, however little it is indented. */
const TEXT = 1;
const TABLE = 2;
const FENCE = 3;
const HTML = 4;
// What else a line may begin.
const ITEM_START = 5;
const QUOTE_START = 6;

type Kind = typeof LIST | typeof QUOTE;

interface State {
  /** How many columns the content of each open item is indented by in the container around it, outermost first. */
  readonly open: number[];
  leaf: number;
  /** Mark of the fence that was opened last. */
  fence: number;
  fenceLength: number;
  /** What ends the HTML that was opened last. */
  until: string;
  /** Last line of the paragraph. */
  lastAt: number;
  lastTo: number;
  marker: number;
  /** Whether the innermost item has nothing in it yet. */
  isNew: boolean;
}

/**
 * Adds the list or the quote that begins at `start`, and gives the line after it. Lists that follow one another are one.
 *
 * @param deepest columns that what begins a block may be indented by
 */
export function addContainer(blocks: Blocks, lines: Lines, start: number, kind: Kind, deepest: number): number {
  const outer = kind === LIST ? ITEM_START : QUOTE_START;
  const { text } = lines;
  const state: State = {
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
  const place: Place = { at: 0, column: 0, base: 0 };
  let end = start;
  /** First line of the fence that is open. */
  let fence = -1;
  for (let line = start; line < lines.count; line += 1) {
    const to = lineEnd(lines, line);
    place.at = lineStart(lines, line);
    place.column = 0;
    place.base = 0;
    toText(text, place, to);
    const isBlank = place.at === to;
    const matched = matchOpen(state, text, place, to);
    if (place.at === to) {
      rest(state, matched);
      if (!isBlank) end = line + 1;
      else if (matched === 0 && outer === QUOTE_START) break;
      continue;
    }
    const isInside = matched === state.open.length && goesOn(state, text, place, to, deepest);
    if (!isInside && !begin(state, text, place, to, matched, outer, deepest)) break;
    if (state.leaf !== FENCE) fence = -1;
    else if (!isInside) fence = line;
    end = line + 1;
  }
  return fence < 0 ? addBlock(blocks, kind, start, end) : addUnclosed(blocks, kind, start, end, fence);
}

/** How many of the open containers the line stands in. */
function matchOpen({ open, isNew }: State, text: string, place: Place, to: number): number {
  let matched = 0;
  for (; matched < open.length; matched += 1) {
    const width = elementAt(open, matched);
    if (width === QUOTE_WIDTH) {
      if (place.at === to || text.charCodeAt(place.at) !== 0x3e || place.column - place.base > 3) break;
      intoQuote(text, place, to);
    } else if (place.at === to) {
      // An item that begins with a blank line ends at the second one.
      if (isNew && matched === open.length - 1) break;
    } else if (place.column - place.base < width) break;
    else place.base += width;
  }
  return matched;
}

/** Reads a line with nothing on it. */
function rest(state: State, matched: number): void {
  const { open, leaf, until } = state;
  if (matched < open.length || leaf < FENCE || (leaf === HTML && until === 'blank')) state.leaf = NOTHING;
  open.length = matched;
  state.isNew = false;
}

/** Whether the line belongs to the fence or the HTML that is open. */
function goesOn(state: State, text: string, place: Place, to: number, deepest: number): boolean {
  if (state.leaf === FENCE) {
    const isMark = text.charCodeAt(place.at) === state.fence && place.column - place.base <= deepest;
    if (isMark && closesFence(text, place.at, to, state.fence, state.fenceLength)) state.leaf = NOTHING;
    return true;
  }
  if (state.leaf !== HTML) return false;
  if (endsHtml(text, place.at, to, state.until)) state.leaf = NOTHING;
  return true;
}

/** Reads a line that may begin something. Gives whether it still belongs to the list or quote. */
function begin(
  state: State,
  text: string,
  place: Place,
  to: number,
  from: number,
  outer: number,
  deepest: number,
): boolean {
  const { open } = state;
  let matched = from;
  for (;;) {
    const isWhole = matched === open.length;
    const next =
      place.column - place.base > deepest
        ? state.leaf === TEXT
          ? TEXT
          : NOTHING
        : startAt(state, text, place, to, isWhole);
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
        intoQuote(text, place, to);
        open.push(QUOTE_WIDTH);
      } else if (next === ITEM_START) open.push(intoItem(text, place, to, state.marker));
      if (next >= ITEM_START) {
        state.leaf = NOTHING;
        state.isNew = place.at === to && next === ITEM_START;
        if (place.at === to) return true;
        matched += 1;
        continue;
      }
    }
    // A lazy line is no header of a table.
    state.lastAt = isWhole ? place.at : to;
    state.lastTo = to;
    return true;
  }
}

/** What begins at the place; `TEXT` where nothing does. */
function startAt(state: State, text: string, { at }: Place, to: number, isWhole: boolean): number {
  const code = text.charCodeAt(at);
  if (!canOpen(code)) return TEXT;
  const isText = state.leaf === TEXT;
  switch (code) {
    case 0x23: // #
      return atxLevel(text, at, to) > 0 ? NOTHING : TEXT;
    case 0x3e: // >
      return state.open.length < DEPTH ? QUOTE_START : TEXT;
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
      if (marker === 0 || state.open.length >= DEPTH || (isText && isWhole && !interruptsAsItem(text, at, to, marker)))
        return TEXT;
      state.marker = marker;
      return ITEM_START;
    }
  }
}
