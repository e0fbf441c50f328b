import { findValue, type SearchedText } from './find-value.ts';
import type { NameKind } from './sensitive-names.ts';
import type { TextSpan } from './text-span.ts';
import { findEndOfLine } from './text-values.ts';

/** Matches the header of a block scalar: `|` or `>`, with indicators of the indentation and of the line breaks at the end. */
const BLOCK_HEADER = /^[|>](?:[+-]?[1-9]?|[1-9][+-])[ \t]{0,64}(?:#[^\r\n]{0,256})?(?=[\r\n]|$)/;
/** Matches an anchor and a tag before a value. */
const NODE_PROPERTIES = /^(?:[&!][^\s,[\]{}]{0,128}[ \t]{1,8}){1,2}/;
const PROPERTIES_WINDOW_CHARS = 300;
const SPACE = 32;
const TAB = 9;
const DASH = 45;
/** Number of characters before a name that are searched for the start of its flow mapping. */
const FLOW_WINDOW_CHARS = 256;

/** Returns the position of a value after its anchor and its tag. */
export function skipNodeProperties(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (code !== 0x26 && code !== 0x21) return from;
  return from + (NODE_PROPERTIES.exec(text.slice(from, from + PROPERTIES_WINDOW_CHARS))?.[0].length ?? 0);
}

/** Returns the end of the header of a block scalar at a position; undefined if there is none. */
function findEndOfBlockHeader(text: string, from: number): number | undefined {
  const header = BLOCK_HEADER.exec(text.slice(from, from + PROPERTIES_WINDOW_CHARS))?.[0];
  return header === undefined ? undefined : from + header.length;
}

/**
 * Finds a secret on the lines after a name: the content of a block scalar, or a nested mapping or list.
 * @param column number of characters before the name on its line
 * @returns undefined if the value starts on the line of the name
 */
export function findOnNextLines(
  searchedText: SearchedText,
  kind: NameKind,
  column: number,
  from: number,
): { readonly span: TextSpan | undefined } | undefined {
  const { text } = searchedText;
  const headerEnd = findEndOfBlockHeader(text, from);
  const isNested = headerEnd === undefined && /^[ \t]{0,64}(?:#|[\r\n])/.test(text.slice(from, from + 66));
  if (headerEnd === undefined && !(isNested && (kind === 'secret' || kind === 'several'))) return undefined;
  const lineEnd = findEndOfLine(text, headerEnd ?? from);
  const end = findEndOfIndented(text, lineEnd, column, isNested);
  const start = skipWhiteSpace(text, lineEnd, end);
  if (start >= end) return { span: undefined };
  return {
    span: findValue(searchedText, kind, 'header', start, (within, offset) => (offset === 0 ? within.length : end)),
  };
}

/**
 * Returns the end of the last line that belongs to the value on the line before: lines that are indented deeper than its name.
 * @param allowsList whether the lines may also be items of a list, which need no deeper indentation
 */
export function findEndOfIndented(text: string, lineEnd: number, column: number, allowsList: boolean): number {
  let end = lineEnd;
  for (let start = lineEnd; start < text.length; ) {
    const first = skipLineBreak(text, start);
    let offset = first;
    while (text.charCodeAt(offset) === SPACE || text.charCodeAt(offset) === TAB) offset += 1;
    const isBlank = offset >= text.length || text[offset] === '\n' || text[offset] === '\r';
    const isItem = allowsList && offset - first === column && isListItem(text, offset);
    if (!isBlank && offset - first <= column && !isItem) break;
    start = isBlank ? offset : findEndOfLine(text, offset);
    if (!isBlank) end = start;
  }
  return end;
}

const isListItem = (text: string, offset: number) =>
  text.charCodeAt(offset) === DASH && /\s/.test(text.charAt(offset + 1));

function skipLineBreak(text: string, from: number): number {
  return from + (text.startsWith('\r\n', from) ? 2 : 1);
}

function skipWhiteSpace(text: string, from: number, end: number): number {
  let offset = from;
  while (offset < end && text.charCodeAt(offset) <= SPACE) offset += 1;
  return offset;
}

/** Returns whether a name is in a flow mapping, as in `login: {user: ann, password: x}`. In GraphQL, another word precedes the `{`. */
export function isInFlowMapping(text: string, nameStart: number): boolean {
  const window = text.slice(Math.max(0, nameStart - FLOW_WINDOW_CHARS), nameStart);
  if (!/[{,]\s{0,8}$/.test(window)) return false;
  let depth = 0;
  for (let offset = window.length - 1; offset >= 0; offset -= 1) {
    if (window[offset] === '}') depth += 1;
    else if (window[offset] === '{') {
      if (depth === 0) return /(?:^|[:[,=\r\n-])[ \t]{0,8}$/.test(window.slice(0, offset));
      depth -= 1;
    }
  }
  return false;
}
