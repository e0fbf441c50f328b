// The functions of this module recognize the block that a line starts, from the characters between two offsets. They follow CommonMark 0.31 and GFM.
import { countColumns, findFirstText } from '@context-sync/formats';

const BACKTICK = 0x60;
const TILDE = 0x7e;

/** Regular expression source for marks of lists and quotes in front of a line's text. */
export const CONTAINER_MARKS = String.raw`(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*`;

/** Returns how many times the character is repeated from the offset on. */
export function runLength(text: string, from: number, end: number, code: number): number {
  let offset = from;
  while (offset < end && text.charCodeAt(offset) === code) offset += 1;
  return offset - from;
}

/** Returns the length of the fence mark that opens at the offset; 0 if no fence opens there. */
export function measureFenceMark(text: string, from: number, end: number): number {
  const code = text.charCodeAt(from);
  if (code !== BACKTICK && code !== TILDE) return 0;
  const length = runLength(text, from, end, code);
  if (length < 3) return 0;
  // If the line contained another backtick, the marks would be inline code.
  return code === BACKTICK && text.slice(from + length, end).includes('`') ? 0 : length;
}

/** Returns whether the text closes a fence: the text must repeat the fence's character at least as often and contain nothing else. */
export function closesFence(text: string, from: number, end: number, code: number, length: number): boolean {
  const run = runLength(text, from, end, code);
  return run >= length && findFirstText(text, from + run, end) === end;
}

/** Returns the level of the `#` heading that starts at the offset; 0 if no heading starts there. */
export function getAtxLevel(text: string, from: number, end: number): number {
  const level = runLength(text, from, end, 0x23);
  if (level === 0 || level > 6) return 0;
  const spaceAt = from + level;
  if (spaceAt === end) return level;
  const code = text.charCodeAt(spaceAt);
  return code === 0x20 || code === 0x09 ? level : 0;
}

/** Returns the level of the heading that this underline creates from the paragraph above it; 0 if the line is not an underline. */
export function getSetextLevel(text: string, from: number, end: number): number {
  const code = text.charCodeAt(from);
  if (code !== 0x3d && code !== 0x2d) return 0;
  const run = runLength(text, from, end, code);
  if (findFirstText(text, from + run, end) !== end) return 0;
  return code === 0x3d ? 1 : 2;
}

/** Returns whether the text is a thematic break: three or more `*`, `-` or `_`, with optional white space. */
export function isBreak(text: string, from: number, end: number): boolean {
  const breakCode = text.charCodeAt(from);
  if (breakCode !== 0x2a && breakCode !== 0x2d && breakCode !== 0x5f) return false;
  let count = 0;
  for (let offset = from; offset < end; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === breakCode) count += 1;
    else if (code !== 0x20 && code !== 0x09) return false;
  }
  return count >= 3;
}

/** Returns the length of the list marker at the offset; 0 if there is no list marker. */
export function listMarker(text: string, from: number, end: number): number {
  const code = text.charCodeAt(from);
  let length = 0;
  if (code === 0x2d || code === 0x2a || code === 0x2b) length = 1;
  else if (code >= 0x30 && code <= 0x39) {
    let offset = from + 1;
    while (offset < end && offset - from < 9 && isDigit(text.charCodeAt(offset))) offset += 1;
    const markerCode = text.charCodeAt(offset);
    if (offset < end && (markerCode === 0x2e || markerCode === 0x29)) length = offset + 1 - from;
  }
  if (length === 0) return 0;
  const markerEnd = from + length;
  if (markerEnd >= end) return length;
  const nextCode = text.charCodeAt(markerEnd);
  return nextCode === 0x20 || nextCode === 0x09 ? length : 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns whether the list item can interrupt a paragraph: the item must not be empty, and its number, if any, must be 1. */
export function interruptsAsItem(text: string, from: number, end: number, marker: number): boolean {
  if (findFirstText(text, from + marker, end) === end) return false;
  const code = text.charCodeAt(from);
  return !isDigit(code) || (code === 0x31 && marker === 2);
}

/** Returns whether the text at `from` is the delimiter row for the table header before it. */
export function isDelimiterRow(
  text: string,
  from: number,
  end: number,
  headerFrom: number,
  headerEnd: number,
): boolean {
  const cells = countDelimiterCells(text, from, end);
  if (cells === 0 || cells !== countCells(text, headerFrom, headerEnd)) return false;
  // A single pipe is not a header.
  return text.charCodeAt(headerFrom) !== 0x7c || findFirstText(text, headerFrom + 1, headerEnd) < headerEnd;
}

/**
 * Returns the number of cells of a delimiter row; 0 if the line is not a delimiter row. Dashes without pipes or colons are the underline of a
 * heading.
 */
function countDelimiterCells(text: string, from: number, end: number): number {
  let cells = 0;
  let isTable = text.charCodeAt(from) === 0x7c;
  let offset = findFirstText(text, isTable ? from + 1 : from, end);
  while (offset < end) {
    const start = text.charCodeAt(offset) === 0x3a ? offset + 1 : offset;
    const dashes = runLength(text, start, end, 0x2d);
    if (dashes === 0) return 0;
    const dashesEnd = start + dashes;
    const cellEnd = dashesEnd < end && text.charCodeAt(dashesEnd) === 0x3a ? dashesEnd + 1 : dashesEnd;
    cells += 1;
    isTable ||= cellEnd - offset > dashes;
    offset = findFirstText(text, cellEnd, end);
    if (offset === end) break;
    if (text.charCodeAt(offset) !== 0x7c) return 0;
    isTable = true;
    offset = findFirstText(text, offset + 1, end);
  }
  return isTable ? cells : 0;
}

/** Returns the number of cells of a table row. An escaped pipe is text. */
export function countCells(text: string, from: number, end: number): number {
  let trimmedEnd = end;
  while (trimmedEnd > from && (text.charCodeAt(trimmedEnd - 1) === 0x20 || text.charCodeAt(trimmedEnd - 1) === 0x09))
    trimmedEnd -= 1;
  let count = 1;
  for (let offset = from; offset < trimmedEnd; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x5c) offset += 1;
    else if (code === 0x7c && offset > from && offset < trimmedEnd - 1) count += 1;
  }
  return count;
}

/** Returns the number of columns of indentation before the text at `offset`. */
export function indentAt(text: string, lineFrom: number, offset: number): number {
  // Fast path: most lines are not indented.
  return offset === lineFrom ? 0 : countColumns(text, lineFrom, offset);
}
