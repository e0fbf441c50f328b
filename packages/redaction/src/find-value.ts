import { type CodeContext, codeContextOf } from './code-context.ts';
import { holdsSecret, type Place } from './holds-secret.ts';
import { REDACTED } from './redacted.ts';
import type { KindOf, NameKind } from './sensitive-names.ts';
import type { Span } from './span.ts';
import { endOfNest, endOfQuoted, type Quote, quoteAt } from './text-values.ts';

/** A text that is searched for the values of secret names. */
export interface Searched {
  readonly text: string;
  readonly kindOf: KindOf;
  /** What the names within some hundred characters of a place say about a `code` there. */
  readonly contextNear: (at: number) => CodeContext;
}

/** Characters that share a context. */
const BLOCK = 256;

/** A text as it is searched, with what is known of the names in it. */
export function searched(text: string, kindOf: KindOf): Searched {
  let last: { readonly block: number; readonly contextOf: () => CodeContext } | undefined;
  function contextNear(at: number): CodeContext {
    const block = Math.floor(at / BLOCK);
    if (last?.block === block) return last.contextOf();
    const around = text.slice(Math.max(0, (block - 1) * BLOCK), (block + 2) * BLOCK);
    const names = [...around.matchAll(/([\w-]{1,40})\\{0,8}["']?\s{0,2}[=:]/g)].map(([, name = '']) => name);
    last = { block, contextOf: codeContextOf(() => names) };
    return last.contextOf();
  }
  return { text, kindOf, contextNear };
}

/** Finds where a value that begins at a place ends. */
export type EndOf = (text: string, from: number) => number;

/** Characters of a value that are looked at to decide whether it is a secret, so that no text is read twice as a whole. */
const ENOUGH = 128;

/** The value that begins at `start`, if it is a secret. */
export function findValue(
  { text, contextNear }: Searched,
  kind: NameKind,
  place: Place,
  start: number,
  endOf: EndOf,
  by?: string,
): Span | undefined {
  const beginning = text.slice(start, start + ENOUGH);
  const length = endOf(beginning, 0);
  if (!holdsSecret(kind, beginning.slice(0, length).trim(), place, () => contextNear(start))) return undefined;
  const end = length < beginning.length ? start + length : endOf(text, start);
  return by === undefined ? { start, end } : { start, end, by };
}

/** Whether a quoted value begins at a place. */
export const isQuoted = (text: string, at: number) => quoteAt(text, at) !== undefined;

/** A quoted value, if it is a secret; nothing if no quotation mark begins at `from`. */
export function findQuoted(searched: Searched, kind: NameKind, place: Place, from: number): Span | undefined {
  if (searched.text.startsWith('"""', from)) return findValue(searched, kind, place, from + 3, endOfBlock);
  const quote = quoteAt(searched.text, from);
  if (quote === undefined) return undefined;
  const start = from + quote.backslashes + 1;
  return findValue(searched, kind, place, start, (text, at) => endOfQuoted(text, at, quote));
}

/** An array or object that holds texts, or, under a name such as `password`, anything. */
export function findNest({ text }: Searched, kind: NameKind, from: number, quote: Quote): Span | undefined {
  const window = text.slice(from, from + ENOUGH);
  const beginning = window.slice(0, endOfNest(window, 0, quote));
  const holds = kind === 'secret' ? /\w/ : kind === 'several' ? /[[:]\s{0,8}\\{0,8}["']/ : undefined;
  if (!holds?.test(beginning)) return undefined;
  return { start: from, end: endOfNest(text, from, quote), by: quoted(quote) };
}

/** `"[redacted]"`, for what was not quoted. */
export function quoted({ mark, backslashes }: Quote): string {
  const whole = '\\'.repeat(backslashes) + mark;
  return whole + REDACTED + whole;
}

/** A block string of GraphQL. */
function endOfBlock(text: string, from: number): number {
  const end = text.indexOf('"""', from);
  return end < 0 ? text.length : end;
}
