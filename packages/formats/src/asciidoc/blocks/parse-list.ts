import { isLineComment, type Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import type { Block, List, ListItem } from './block.ts';
import { delimiter } from './delimiters.ts';
import { type ListMarker, listMarker } from './list-marker.ts';
import { blockTitle, isAttributeLine, type Metadata, NO_METADATA, readMetadata } from './metadata.ts';
import { endsParagraph } from './paragraph-lines.ts';
import type { ParseState } from './parse-state.ts';
import type { Place } from './place.ts';
import { titled } from './titled.ts';

type Growing<T> = { -readonly [P in keyof T]: T[P] };
type OpenItem = Growing<ListItem> & { text: Line[]; terms: Line[]; blocks: Block[] };

/** A list whose items are still being parsed. */
interface OpenList {
  readonly key: string;
  readonly kind: ListMarker['kind'];
  readonly items: ListItem[];
  /** The last item. */
  item: OpenItem;
}

/** The open lists, the innermost last. */
interface Lists {
  readonly reader: LineReader;
  readonly state: ParseState;
  readonly place: Place;
  readonly open: OpenList[];
  root: List | undefined;
  /** Metadata of the list that the next marker begins. */
  described: Metadata | undefined;
  /** Number of blank lines before the next line. */
  blanks: number;
  /** Whether the previous element is a block, which text can follow without a blank line. */
  afterBlock: boolean;
}

/** Maximum number of levels; deeper items stay at this level. */
const LEVEL_LIMIT = 50;

/**
 * Parses the list at the next line with its nested lists. Items are nested by their markers, not by indentation. A line with `+` attaches a
 * block to the current item, or to the item of an outer list if blank lines precede the `+`.
 * https://docs.asciidoctor.org/asciidoc/latest/lists/continuation/
 */
export function parseList(reader: LineReader, metadata: Metadata, state: ParseState, place: Place): List | undefined {
  const lists: Lists = {
    reader,
    state,
    place,
    open: [],
    root: undefined,
    described: metadata,
    blanks: 0,
    afterBlock: false,
  };
  for (let line = reader.peek(); line && takeLine(lists, line); line = reader.peek());
  // The surrounding list needs the blank lines to decide what follows.
  reader.back(lists.blanks);
  return lists.root;
}

/** Reads the element at the next line. Returns false if the line ends the list. */
function takeLine(lists: Lists, line: Line): boolean {
  const { reader, open, blanks } = lists;
  const top = open.at(-1);
  if (line.text === '') {
    reader.next();
    lists.blanks += 1;
    return true;
  }
  if (top && blanks === 0 && isLineComment(line.text)) {
    reader.next();
    return true;
  }
  if (top && line.text === '+') return takeContinuation(lists);
  const marker = line.include === undefined && !delimiter(line.text) ? listMarker(line.text) : undefined;
  if (marker) return takeItem(lists, marker, line);
  return top !== undefined && takeMore(lists, line, top);
}

/** Reads a line with `+`: the next block belongs to the current item, or to an outer one, depending on the number of blank lines before. */
function takeContinuation(lists: Lists): boolean {
  const { reader, state, open } = lists;
  reader.next();
  open.length = Math.max(open.length - lists.blanks, 1);
  lists.blanks = 0;
  lists.afterBlock = true;
  const metadata = readMetadata(reader, state);
  const next = reader.peek();
  if (!next) return false;
  if (listMarker(next.text) && !delimiter(next.text)) lists.described = metadata;
  else attach(lists, metadata);
  return true;
}

function takeItem(lists: Lists, marker: ListMarker, line: Line): boolean {
  const { open, place, blanks, described } = lists;
  const top = open.at(-1);
  const isOuter = place.markers?.includes(marker.key) && !open.some(({ key }) => key === marker.key);
  if (isOuter) return false;
  lists.blanks = 0;
  lists.afterBlock = false;
  // Callouts form a separate list, which belongs to an item only if it follows without a blank line.
  if (top && (marker.kind === 'callout') !== (top.kind === 'callout')) {
    if (blanks > 0 || top.kind === 'callout') {
      lists.blanks = blanks;
      return false;
    }
    attach(lists, NO_METADATA);
    lists.afterBlock = true;
    return true;
  }
  const begun = addItem(lists, marker, line);
  if (begun) {
    const style = marker.kind === 'callout' ? 'number' : marker.kind;
    const list: List = { kind: 'list', style, items: begun.items, ...(described ? titled(described) : {}) };
    const outer = open.at(-2);
    if (outer) outer.item.blocks.push(list);
    else lists.root = list;
    const start = Number(described?.named.get('start'));
    if (Number.isInteger(start) && start >= 0 && start < 1e9) begun.item.number ??= start;
  }
  lists.described = undefined;
  return true;
}

/** Reads a line that is not an item: metadata of a nested list, or a continuation of the current item. */
function takeMore(lists: Lists, line: Line, top: OpenList): boolean {
  const { reader, state, blanks, afterBlock } = lists;
  if (blanks === 0 && !afterBlock && describesList(reader)) {
    lists.described = readMetadata(reader, state);
    return true;
  }
  const lacksText = top.kind === 'description' && top.item.text.length === 0 && top.item.blocks.length === 0;
  if (line.include === undefined) {
    if (delimiter(line.text) || isAttributeLine(line.text) || isLineComment(line.text)) return false;
    const belongs = blanks === 0 ? afterBlock : lacksText || /^[ \t]/.test(line.text);
    if (!belongs) return false;
  } else if (blanks > 0) return false;
  lists.blanks = 0;
  if (lacksText && line.include === undefined) {
    top.item.text.push(...itemText(lists, { kind: 'bullet', key: '', text: '' }, line));
    return true;
  }
  attach(lists, NO_METADATA);
  lists.afterBlock = true;
  return true;
}

/** Parses a block into the last item. */
function attach({ reader, state, place, open }: Lists, metadata: Metadata): void {
  const line = reader.peek();
  if (!line) return;
  const markers = [...(place.markers ?? []), ...open.map(({ key }) => key)];
  const block = state.parseBlock(reader, line, metadata, state, { depth: place.depth, markers });
  if (block) open.at(-1)?.item.blocks.push(block);
}

/** Returns whether the next lines are metadata of a nested list. */
function describesList(reader: LineReader): boolean {
  for (let ahead = 0; ahead < 10; ahead += 1) {
    const line = reader.peek(ahead);
    if (!line) return false;
    if (isAttributeLine(line.text) || blockTitle(line.text) !== undefined) continue;
    return ahead > 0 && listMarker(line.text) !== undefined && !delimiter(line.text);
  }
  return false;
}

/** Adds the item to the list with its marker. Returns the list if the item starts a new one. */
function addItem(lists: Lists, marker: ListMarker, line: Line): OpenList | undefined {
  const { open, reader } = lists;
  reader.next();
  let level = open.findLastIndex(({ key }) => key === marker.key);
  if (level < 0 && open.length >= LEVEL_LIMIT) level = open.length - 1;
  const terms = marker.term === undefined ? [] : [{ text: marker.term, from: line.from }];
  const list = open[level];
  if (list) {
    open.length = level + 1;
    const { item } = list;
    // Several terms can share one text.
    if (terms.length > 0 && item.text.length === 0 && item.blocks.length === 0) {
      item.terms.push(...terms);
      item.text.push(...itemText(lists, marker, line));
      return undefined;
    }
  }
  const text = itemText(lists, marker, line);
  const { number } = marker;
  const item: OpenItem = { from: line.from, text, terms, blocks: [], ...(number === undefined ? {} : { number }) };
  if (list) {
    list.item = item;
    list.items.push(item);
    return undefined;
  }
  const begun: OpenList = { key: marker.key, kind: marker.kind, items: [item], item };
  open.push(begun);
  return begun;
}

/** Returns the text of an item: the text after the marker and the following lines, up to a blank line or another element. */
function itemText({ reader, state, place }: Lists, marker: ListMarker, line: Line): Line[] {
  const lines: Line[] = marker.text === '' ? [] : [{ text: marker.text, from: line.from }];
  const within: Place = { depth: place.depth, markers: [] };
  for (let next = reader.peek(); next && !endsParagraph(next, within); next = reader.peek()) {
    if (lines.length === 0 && marker.kind === 'description' && blockTitle(next.text) !== undefined) break;
    reader.next();
    if (!isLineComment(next.text)) lines.push({ text: next.text.trimStart(), from: next.from });
  }
  // An anchor at the start identifies the item.
  const anchor = /^\[\[([^[\],]{1,300})(?:,[^[\]]{0,300})?\]\]/.exec(lines[0]?.text ?? '');
  if (anchor?.[1]) state.references.add(anchor[1], '');
  return lines;
}
