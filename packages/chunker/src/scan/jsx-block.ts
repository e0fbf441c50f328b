import { findFirstText, findLine, findNext, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { type Lookahead, MAX_LOOKAHEAD, skipQuoted } from './bounded-lookahead.ts';
import { getAtxLevel, measureFenceMark } from './line-patterns.ts';

/** Characters that may end a tag, or start text in which a `>` does not end the tag. */
const TAG_DELIMITERS = /["'`{}>\n]/g;
/** Characters that may end an expression, or start text in which a `}` does not end the expression. */
const BRACE_DELIMITERS = /["'`{}/]/g;

/**
 * Returns the line after the JSX that starts at `line`, `offset`: the whole tag and the lines below it up to a blank line, fence or heading. Returns
 * undefined if the text is not a tag or the tag is never closed.
 */
export function findEndOfJsx(lines: Lines, line: number, offset: number, lookahead: Lookahead): number | undefined {
  const { text, count } = lines;
  const closeIndex = findEndOfTags(text, offset, lookahead);
  if (closeIndex === undefined) return undefined;
  let end = findLine(lines, closeIndex, line) + 1;
  // Text after an inline tag makes the line a paragraph.
  const firstLineEnd = getLineEnd(lines, line);
  if (
    closeIndex < firstLineEnd &&
    findFirstText(text, closeIndex + 1, firstLineEnd) < firstLineEnd &&
    !isClosedOnLine(text, offset, firstLineEnd)
  )
    return undefined;
  for (; end < count; end += 1) {
    const to = getLineEnd(lines, end);
    const nextText = findFirstText(text, getLineStart(lines, end), to);
    if (nextText === to || measureFenceMark(text, nextText, to) > 0 || getAtxLevel(text, nextText, to) > 0) break;
    const code = text.charCodeAt(nextText);
    if (code !== 0x3c && code !== 0x7b) continue;
    const nextClose =
      code === 0x3c ? findEndOfTags(text, nextText, lookahead) : findEndOfBraces(text, nextText, lookahead);
    if (nextClose !== undefined) end = findLine(lines, nextClose, end);
  }
  return end;
}

/** Returns the line after the expression in braces that starts at `line`, such as a comment; undefined if the expression does not end or text follows it. */
export function findEndOfExpression(
  lines: Lines,
  line: number,
  offset: number,
  lookahead: Lookahead,
): number | undefined {
  const closeIndex = findEndOfBraces(lines.text, offset, lookahead);
  if (closeIndex === undefined) return undefined;
  const lastLine = findLine(lines, closeIndex, line);
  const to = getLineEnd(lines, lastLine);
  return findFirstText(lines.text, closeIndex + 1, to) === to ? lastLine + 1 : undefined;
}

/** Returns the offset of the last character of the consecutive tags and expressions that start at `offset`; undefined if no tag starts there. */
function findEndOfTags(text: string, offset: number, lookahead: Lookahead): number | undefined {
  let end: number | undefined;
  for (let textOffset = offset; ; textOffset = findFirstText(text, end + 1, text.length)) {
    const code = text.charCodeAt(textOffset);
    let closeIndex: number | undefined;
    if (code === 0x3c && isTag(text, textOffset)) closeIndex = findEndOfTag(text, textOffset + 1, lookahead);
    else if (code === 0x7b && end !== undefined) closeIndex = findEndOfBraces(text, textOffset, lookahead);
    if (closeIndex === undefined) return end;
    end = closeIndex;
  }
}

function isTag(text: string, offset: number): boolean {
  const nextCode = text.charCodeAt(offset + 1);
  return (
    (nextCode >= 0x41 && nextCode <= 0x5a) ||
    (nextCode >= 0x61 && nextCode <= 0x7a) ||
    nextCode === 0x2f ||
    nextCode === 0x3e
  );
}

/** Returns whether the line ends with a tag, in which case the whole line is JSX. */
function isClosedOnLine(text: string, offset: number, end: number): boolean {
  return text.slice(offset, end).trimEnd().endsWith('>');
}

/** Returns the offset of the `>` that ends the tag whose name starts at `from`; undefined if no `>` is within the limit. */
function findEndOfTag(text: string, from: number, lookahead: Lookahead): number | undefined {
  if (lookahead.left <= 0) return undefined;
  let depth = 0;
  const limit = Math.min(text.length, from + Math.min(MAX_LOOKAHEAD, lookahead.left));
  let offset = findNext(TAG_DELIMITERS, text, from);
  for (; offset >= 0 && offset < limit; offset = findNext(TAG_DELIMITERS, text, offset + 1)) {
    const code = text.charCodeAt(offset);
    if (code === 0x22 || code === 0x27 || code === 0x60) {
      // An apostrophe may be part of text in braces, so a quote starts a string only if it is closed.
      const skippedEnd = skipQuoted(text, offset, lookahead);
      if (skippedEnd > offset) offset = skippedEnd - 1;
    } else if (code === 0x7b) depth += 1;
    else if (code === 0x7d) depth -= 1;
    else if (code === 0x3e && depth <= 0) return offset;
    else if (code === 0x0a && depth <= 0 && text.charCodeAt(offset + 1) === 0x0a) break;
  }
  lookahead.left -= (offset < 0 || offset > limit ? limit : offset) - from;
  return undefined;
}

/** Returns the offset of the `}` that ends the expression at `offset`; undefined if no `}` is within the limit. */
function findEndOfBraces(text: string, offset: number, lookahead: Lookahead): number | undefined {
  if (lookahead.left <= 0) return undefined;
  let depth = 0;
  const limit = Math.min(text.length, offset + Math.min(MAX_LOOKAHEAD, lookahead.left));
  for (
    let braceOffset = offset;
    braceOffset >= 0 && braceOffset < limit;
    braceOffset = findNext(BRACE_DELIMITERS, text, braceOffset + 1)
  ) {
    const code = text.charCodeAt(braceOffset);
    if (code === 0x22 || code === 0x27 || code === 0x60) {
      const skippedEnd = skipQuoted(text, braceOffset, lookahead);
      if (skippedEnd > braceOffset) braceOffset = skippedEnd - 1;
    } else if (code === 0x2f) {
      if (text.charCodeAt(braceOffset + 1) !== 0x2a) continue;
      // An apostrophe in a comment does not start a string.
      const end = text.slice(braceOffset, limit).indexOf('*/');
      braceOffset = end < 0 ? limit : braceOffset + end + 1;
    } else if (code === 0x7b) depth += 1;
    else {
      depth -= 1;
      if (depth === 0) return braceOffset;
    }
  }
  lookahead.left -= limit - offset;
  return undefined;
}
