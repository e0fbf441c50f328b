import { type CodeContext, createCodeContext } from './code-context.ts';
import { containsSecret, type ValuePosition } from './holds-secret.ts';
import { REDACTED } from './redaction-marker.ts';
import type { GetKind, NameKind } from './sensitive-names.ts';
import type { TextSpan } from './text-span.ts';
import { findEndOfContainer, findEndOfQuoted, type QuoteMark, quoteAt } from './text-values.ts';

/** A text that is searched for values of secret names. */
export interface SearchedText {
  readonly text: string;
  readonly getKind: GetKind;
  /** Returns the properties of the names near a position, which determine the meaning of a `code`. */
  readonly contextNear: (offset: number) => CodeContext;
}

/** Number of consecutive characters for which one context is computed. */
const CONTEXT_BLOCK_CHARS = 256;

/** Returns the text with the lookups that a search for secrets needs. */
export function prepareText(text: string, getKind: GetKind): SearchedText {
  let lastContext: { readonly block: number; readonly getContext: () => CodeContext } | undefined;
  function getContextNear(offset: number): CodeContext {
    const block = Math.floor(offset / CONTEXT_BLOCK_CHARS);
    if (lastContext?.block === block) return lastContext.getContext();
    const contextText = text.slice(Math.max(0, (block - 1) * CONTEXT_BLOCK_CHARS), (block + 2) * CONTEXT_BLOCK_CHARS);
    const names = [...contextText.matchAll(/([\w-]{1,40})\\{0,8}["']?\s{0,2}[=:]/g)].map(([, name = '']) => name);
    lastContext = { block, getContext: createCodeContext(() => names) };
    return lastContext.getContext();
  }
  return { text, getKind, contextNear: getContextNear };
}

/** Returns the end of a value that starts at a position. */
export type FindEnd = (text: string, from: number) => number;

/** Number of characters at the start of a value that determine whether it is a secret. The limit prevents that a text is read several times. */
const DECISION_CHARS = 128;

/** Returns the span of the value at `start` if the value is a secret; otherwise undefined. */
export function findValue(
  { text, contextNear }: SearchedText,
  kind: NameKind,
  position: ValuePosition,
  start: number,
  findEnd: FindEnd,
  replacement?: string,
): TextSpan | undefined {
  const valueStart = text.slice(start, start + DECISION_CHARS);
  const length = findEnd(valueStart, 0);
  if (!containsSecret(kind, valueStart.slice(0, length).trim(), position, () => contextNear(start))) return undefined;
  const end = length < valueStart.length ? start + length : findEnd(text, start);
  return replacement === undefined ? { start, end } : { start, end, replacement };
}

/** Returns whether a quoted value starts at a position. */
export const isQuoted = (text: string, offset: number) => quoteAt(text, offset) !== undefined;

/** Returns the span of a quoted value if the value is a secret. Returns undefined if there is no quotation mark at `from`. */
export function findQuoted(
  searchedText: SearchedText,
  kind: NameKind,
  position: ValuePosition,
  from: number,
): TextSpan | undefined {
  const block = ['"""', "'''"].find((mark) => searchedText.text.startsWith(mark, from));
  if (block !== undefined) {
    return findValue(searchedText, kind, position, from + 3, (text, offset) => findEndOfBlock(text, offset, block));
  }
  const quote = quoteAt(searchedText.text, from);
  if (quote === undefined) return undefined;
  const start = from + quote.backslashes + 1;
  return findValue(searchedText, kind, position, start, (text, offset) => findEndOfQuoted(text, offset, quote));
}

/** Returns the span of an array or object if it contains strings or, under a name such as `password`, any value. */
export function findContainer(
  { text }: SearchedText,
  kind: NameKind,
  from: number,
  quote: QuoteMark,
): TextSpan | undefined {
  const window = text.slice(from, from + DECISION_CHARS);
  const containerText = window.slice(0, findEndOfContainer(window, 0, quote));
  const holdsValue = kind === 'secret' ? /\w/ : kind === 'several' ? /[[:]\s{0,8}\\{0,8}["']/ : undefined;
  if (!holdsValue?.test(containerText)) return undefined;
  return { start: from, end: findEndOfContainer(text, from, quote), replacement: formatQuotedReplacement(quote) };
}

/** Returns `"[redacted]"` with the given quotation marks, as the replacement of an unquoted value. */
export function formatQuotedReplacement({ mark, backslashes }: QuoteMark): string {
  const escapedMark = '\\'.repeat(backslashes) + mark;
  return escapedMark + REDACTED + escapedMark;
}

/** Returns the position of the mark that ends a block string of GraphQL, TOML or Python, or the end of a truncated text. */
function findEndOfBlock(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}
