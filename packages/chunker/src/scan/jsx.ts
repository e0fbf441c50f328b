import { firstText, type Lines, lineAt, lineEnd, lineStart, nextPlace } from '@context-sync/formats';
import { atxLevel, fenceMark } from './line-patterns.ts';
import { type Lookahead, MAX_LOOKAHEAD, skipQuoted } from './lookahead.ts';

/** Characters that may end a tag, or that hide a `>`. */
const IN_TAG = /["'`{}>\n]/g;
/** Characters that may end an expression, or that hide a `}`. */
const IN_BRACES = /["'`{}/]/g;

/**
 * Returns the line after the JSX that starts at `line`, offset `at`: the whole tag and the lines below it up to a blank line, fence or heading.
 * Undefined if the text is not a tag or the tag does not end.
 */
export function endOfJsx(lines: Lines, line: number, at: number, lookahead: Lookahead): number | undefined {
  const { text, count } = lines;
  const close = endOfTags(text, at, lookahead);
  if (close === undefined) return undefined;
  let end = lineAt(lines, close, line) + 1;
  // Text after an inline tag makes the line a paragraph.
  const first = lineEnd(lines, line);
  if (close < first && firstText(text, close + 1, first) < first && !isClosedOnLine(text, at, first)) return undefined;
  for (; end < count; end += 1) {
    const to = lineEnd(lines, end);
    const next = firstText(text, lineStart(lines, end), to);
    if (next === to || fenceMark(text, next, to) > 0 || atxLevel(text, next, to) > 0) break;
    const code = text.charCodeAt(next);
    if (code !== 0x3c && code !== 0x7b) continue;
    const nextClose = code === 0x3c ? endOfTags(text, next, lookahead) : endOfBraces(text, next, lookahead);
    if (nextClose !== undefined) end = lineAt(lines, nextClose, end);
  }
  return end;
}

/** Returns the line after the expression in braces that starts at `line`, such as a comment; undefined if the expression does not end or text follows it. */
export function endOfExpression(lines: Lines, line: number, at: number, lookahead: Lookahead): number | undefined {
  const close = endOfBraces(lines.text, at, lookahead);
  if (close === undefined) return undefined;
  const last = lineAt(lines, close, line);
  const to = lineEnd(lines, last);
  return firstText(lines.text, close + 1, to) === to ? last + 1 : undefined;
}

/** Returns the offset of the last character of the consecutive tags and expressions that start at `at`; undefined if no tag starts there. */
function endOfTags(text: string, at: number, lookahead: Lookahead): number | undefined {
  let end: number | undefined;
  for (let next = at; ; next = firstText(text, end + 1, text.length)) {
    const code = text.charCodeAt(next);
    let close: number | undefined;
    if (code === 0x3c && isTag(text, next)) close = endOfTag(text, next + 1, lookahead);
    else if (code === 0x7b && end !== undefined) close = endOfBraces(text, next, lookahead);
    if (close === undefined) return end;
    end = close;
  }
}

function isTag(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return (next >= 0x41 && next <= 0x5a) || (next >= 0x61 && next <= 0x7a) || next === 0x2f || next === 0x3e;
}

/** Returns whether the line ends with a tag, in which case the whole line is JSX. */
function isClosedOnLine(text: string, at: number, end: number): boolean {
  return text.slice(at, end).trimEnd().endsWith('>');
}

/** Returns the offset of the `>` that ends the tag whose name starts at `from`; undefined if no `>` is within the limit. */
function endOfTag(text: string, from: number, lookahead: Lookahead): number | undefined {
  if (lookahead.left <= 0) return undefined;
  let depth = 0;
  const limit = Math.min(text.length, from + Math.min(MAX_LOOKAHEAD, lookahead.left));
  let at = nextPlace(IN_TAG, text, from);
  for (; at >= 0 && at < limit; at = nextPlace(IN_TAG, text, at + 1)) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27 || code === 0x60) {
      // An apostrophe may be part of text in braces, so a quote only counts if it is closed.
      const skipped = skipQuoted(text, at, lookahead);
      if (skipped > at) at = skipped - 1;
    } else if (code === 0x7b) depth += 1;
    else if (code === 0x7d) depth -= 1;
    else if (code === 0x3e && depth <= 0) return at;
    else if (code === 0x0a && depth <= 0 && text.charCodeAt(at + 1) === 0x0a) break;
  }
  lookahead.left -= (at < 0 || at > limit ? limit : at) - from;
  return undefined;
}

/** Returns the offset of the `}` that ends the expression at `at`; undefined if no `}` is within the limit. */
function endOfBraces(text: string, at: number, lookahead: Lookahead): number | undefined {
  if (lookahead.left <= 0) return undefined;
  let depth = 0;
  const limit = Math.min(text.length, at + Math.min(MAX_LOOKAHEAD, lookahead.left));
  for (let place = at; place >= 0 && place < limit; place = nextPlace(IN_BRACES, text, place + 1)) {
    const code = text.charCodeAt(place);
    if (code === 0x22 || code === 0x27 || code === 0x60) {
      const skipped = skipQuoted(text, place, lookahead);
      if (skipped > place) place = skipped - 1;
    } else if (code === 0x2f) {
      if (text.charCodeAt(place + 1) !== 0x2a) continue;
      // An apostrophe in a comment does not start a string.
      const end = text.slice(place, limit).indexOf('*/');
      place = end < 0 ? limit : place + end + 1;
    } else if (code === 0x7b) depth += 1;
    else {
      depth -= 1;
      if (depth === 0) return place;
    }
  }
  lookahead.left -= limit - at;
  return undefined;
}
