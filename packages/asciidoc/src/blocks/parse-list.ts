import type { LineReader } from '../source/line-reader.ts';
import { type AsciidocLine, isLineComment } from '../source/source-line.ts';
import type { BlockContext } from './block-context.ts';
import { parseDelimiter } from './block-delimiters.ts';
import {
  type BlockMetadata,
  combineMetadata,
  isAttributeLine,
  NO_METADATA,
  parseBlockTitle,
  readMetadata,
} from './block-metadata.ts';
import type { Block, List, ListItem } from './block-types.ts';
import { type ListMarker, parseListMarker } from './list-marker.ts';
import { endsParagraph } from './paragraph-lines.ts';
import type { ParseState } from './parse-state.ts';
import { createTitleProperty } from './title-property.ts';

type Mutable<T> = { -readonly [P in keyof T]: T[P] };
type OpenListItem = Mutable<ListItem> & { text: AsciidocLine[]; terms: AsciidocLine[]; blocks: Block[] };

/** A list whose items are still being parsed. */
interface OpenList {
  readonly key: string;
  readonly kind: ListMarker['kind'];
  readonly items: ListItem[];
  /** The last item of the list. */
  item: OpenListItem;
}

/** State of parsing a list and the lists that are nested in it. */
interface ListState {
  readonly reader: LineReader;
  readonly state: ParseState;
  readonly context: BlockContext;
  readonly open: OpenList[];
  root: List | undefined;
  /** Metadata of the list that starts at the next marker. */
  pendingMetadata: BlockMetadata | undefined;
  /** Number of blank lines before the next line. */
  blankLines: number;
  /** Whether the previous element is a block. Text can follow a block without a blank line. */
  afterBlock: boolean;
}

/** Maximum number of list levels. Deeper items are placed at this level. */
const MAX_LEVELS = 50;

/**
 * Parses the list at the next line with its nested lists. Items are nested by their markers, not by indentation. A line with `+` attaches a block to
 * the current item, or to the item of an outer list if blank lines precede the `+`. https://docs.asciidoctor.org/asciidoc/latest/lists/continuation/
 */
export function parseList(
  reader: LineReader,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): List | undefined {
  const lists: ListState = {
    reader,
    state,
    context,
    open: [],
    root: undefined,
    pendingMetadata: metadata,
    blankLines: 0,
    afterBlock: false,
  };
  for (let line = reader.peek(); line && readLine(lists, line); line = reader.peek());
  // The surrounding list uses the number of blank lines to decide where the next element belongs.
  reader.back(lists.blankLines);
  return lists.root;
}

/** Reads the element at the next line. Returns false if the line ends the list. */
function readLine(lists: ListState, line: AsciidocLine): boolean {
  const { reader, open, blankLines } = lists;
  const top = open.at(-1);
  if (line.text === '') {
    reader.next();
    lists.blankLines += 1;
    return true;
  }
  if (top && blankLines === 0 && isLineComment(line.text)) {
    reader.next();
    return true;
  }
  if (top && line.text === '+') return readContinuation(lists);
  const marker = line.include === undefined && !parseDelimiter(line.text) ? parseListMarker(line.text) : undefined;
  if (marker) return readItem(lists, marker, line);
  return top !== undefined && readOtherLine(lists, line, top);
}

/**
 * Reads a line with `+`: the next block belongs to the current item, or to an outer item, depending on the number of blank lines before the `+`. The metadata
 * of the block may be above the `+` or below it.
 */
function readContinuation(lists: ListState, metadataAbove: BlockMetadata = NO_METADATA): boolean {
  const { reader, state, open } = lists;
  reader.next();
  open.length = Math.max(open.length - lists.blankLines, 1);
  lists.blankLines = 0;
  lists.afterBlock = true;
  const metadata = combineMetadata(metadataAbove, readMetadata(reader, state.attributes));
  const nextLine = reader.peek();
  if (!nextLine) return false;
  if (isListItem(nextLine)) lists.pendingMetadata = metadata;
  else attachBlock(lists, metadata);
  return true;
}

function readItem(lists: ListState, marker: ListMarker, line: AsciidocLine): boolean {
  const { open, context, blankLines, pendingMetadata } = lists;
  const top = open.at(-1);
  const isOuter = context.markers?.includes(marker.key) && !open.some(({ key }) => key === marker.key);
  if (isOuter) return false;
  lists.blankLines = 0;
  lists.afterBlock = false;
  // Callouts form a separate list, which belongs to an item only if it follows without a blank line.
  if (top && (marker.kind === 'callout') !== (top.kind === 'callout')) {
    if (blankLines > 0 || top.kind === 'callout') {
      lists.blankLines = blankLines;
      return false;
    }
    attachBlock(lists, NO_METADATA);
    lists.afterBlock = true;
    return true;
  }
  const newList = addItem(lists, marker, line);
  if (newList) {
    const style = marker.kind === 'callout' ? 'number' : marker.kind;
    const emptyList: List = {
      kind: 'list',
      style,
      items: newList.items,
      ...(pendingMetadata ? createTitleProperty(pendingMetadata) : {}),
    };
    const outerList = open.at(-2);
    if (outerList) outerList.item.blocks.push(emptyList);
    else lists.root = emptyList;
    const start = Number(pendingMetadata?.named.get('start'));
    if (Number.isInteger(start) && start >= 0 && start < 1e9) newList.item.number ??= start;
  }
  lists.pendingMetadata = undefined;
  return true;
}

/** Reads a line that is not an item: metadata of a nested list, or a continuation of the current item. */
function readOtherLine(lists: ListState, line: AsciidocLine, top: OpenList): boolean {
  const { reader, state, blankLines, afterBlock } = lists;
  const lineAfterMetadata = blankLines === 0 ? peekAfterMetadata(reader) : undefined;
  if (lineAfterMetadata?.text === '+') {
    const metadata = readMetadata(reader, state.attributes);
    return readContinuation(lists, metadata);
  }
  if (lineAfterMetadata && !afterBlock && isListItem(lineAfterMetadata)) {
    lists.pendingMetadata = readMetadata(reader, state.attributes);
    return true;
  }
  const lacksText = top.kind === 'description' && top.item.text.length === 0 && top.item.blocks.length === 0;
  if (line.include === undefined) {
    if (parseDelimiter(line.text) || isAttributeLine(line.text) || isLineComment(line.text)) return false;
    const belongsToItem = blankLines === 0 ? afterBlock : lacksText || /^[ \t]/.test(line.text);
    if (!belongsToItem) return false;
  } else if (blankLines > 0) return false;
  lists.blankLines = 0;
  if (lacksText && line.include === undefined) {
    top.item.text.push(...readItemText(lists, { kind: 'bullet', key: '', text: '' }, line));
    return true;
  }
  attachBlock(lists, NO_METADATA);
  lists.afterBlock = true;
  return true;
}

/** Parses a block and adds it to the last item. */
function attachBlock({ reader, state, context, open }: ListState, metadata: BlockMetadata): void {
  const line = reader.peek();
  if (!line) return;
  const markers = [...(context.markers ?? []), ...open.map(({ key }) => key)];
  const block = state.parseBlock(reader, line, metadata, state, { depth: context.depth, markers });
  if (block) open.at(-1)?.item.blocks.push(block);
}

/** Returns the line below the metadata of a block that begins at the next line; undefined if no metadata begins there. */
function peekAfterMetadata(reader: LineReader): AsciidocLine | undefined {
  for (let lineOffset = 0; lineOffset < 10; lineOffset += 1) {
    const line = reader.peek(lineOffset);
    if (!line) return undefined;
    if (isAttributeLine(line.text) || parseBlockTitle(line.text) !== undefined) continue;
    return lineOffset > 0 ? line : undefined;
  }
  return undefined;
}

function isListItem({ text }: AsciidocLine): boolean {
  return parseListMarker(text) !== undefined && !parseDelimiter(text);
}

/** Adds the item to the list with its marker. Returns the list if the item starts a new one. */
function addItem(lists: ListState, marker: ListMarker, line: AsciidocLine): OpenList | undefined {
  const { open, reader } = lists;
  reader.next();
  let level = open.findLastIndex(({ key }) => key === marker.key);
  if (level < 0 && open.length >= MAX_LEVELS) level = open.length - 1;
  const terms = marker.term === undefined ? [] : [{ text: marker.term, from: line.from }];
  const innermostList = open[level];
  if (innermostList) {
    open.length = level + 1;
    const { item } = innermostList;
    // In a description list, several terms can share one text.
    if (terms.length > 0 && item.text.length === 0 && item.blocks.length === 0) {
      item.terms.push(...terms);
      item.text.push(...readItemText(lists, marker, line));
      return undefined;
    }
  }
  const text = readItemText(lists, marker, line);
  const { number } = marker;
  const item: OpenListItem = { from: line.from, text, terms, blocks: [], ...(number === undefined ? {} : { number }) };
  if (innermostList) {
    innermostList.item = item;
    innermostList.items.push(item);
    return undefined;
  }
  const newList: OpenList = { key: marker.key, kind: marker.kind, items: [item], item };
  open.push(newList);
  return newList;
}

/** Returns the text of an item: the text after the marker and the following lines, up to a blank line or another element. */
function readItemText({ reader, state, context }: ListState, marker: ListMarker, line: AsciidocLine): AsciidocLine[] {
  const lines: AsciidocLine[] = marker.text === '' ? [] : [{ text: marker.text, from: line.from }];
  const itemContext: BlockContext = { depth: context.depth, markers: [] };
  for (let nextLine = reader.peek(); nextLine && !endsParagraph(nextLine, itemContext); nextLine = reader.peek()) {
    if (lines.length === 0 && marker.kind === 'description' && parseBlockTitle(nextLine.text) !== undefined) break;
    reader.next();
    if (!isLineComment(nextLine.text)) lines.push({ text: nextLine.text.trimStart(), from: nextLine.from });
  }
  // An anchor at the start of the text is the id of the item.
  const anchor = /^\[\[([^[\],]{1,300})(?:,[^[\]]{0,300})?\]\]/.exec(lines[0]?.text ?? '');
  if (anchor?.[1]) state.references.add(anchor[1], '');
  return lines;
}
