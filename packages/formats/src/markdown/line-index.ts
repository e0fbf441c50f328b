/** A text with the UTF-16 offsets at which its lines start. */
export interface Lines {
  readonly text: string;
  /** Offset of each line, followed by the offset where another line would begin. */
  readonly starts: readonly number[];
  readonly count: number;
}

/**
 * Normalizes a text for the chunker: removes the byte order mark, converts line ends to `\n`, and replaces NUL and lone surrogates with U+FFFD (as
 * CommonMark does with NUL), so that every part of the text is well-formed.
 */
export function normalize(text: string): string {
  let normal = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (normal.includes('\r')) normal = normal.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (normal.includes('\0')) normal = normal.replaceAll('\0', '\ufffd');
  return normal.isWellFormed() ? normal : normal.toWellFormed();
}

export function getLines(text: string): Lines {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  starts.push(text.length + 1);
  return { text, starts, count: starts.length - 1 };
}

export function getLineStart(lines: Lines, line: number): number {
  return lines.starts[line] ?? lines.text.length;
}

/** Returns the offset of the line's end, without its `\n`. */
export function getLineEnd(lines: Lines, line: number): number {
  return (lines.starts[line + 1] ?? lines.text.length + 1) - 1;
}

/** Returns the lines from `from` up to, but not including, `to`. */
export function sliceLines(lines: Lines, from: number, to: number): string {
  return to <= from ? '' : lines.text.slice(getLineStart(lines, from), getLineEnd(lines, to - 1));
}

/** Returns the offset of the first character that is not a space or tab; `end` if there is none. */
export function findFirstText(text: string, from: number, end: number): number {
  let index = from;
  for (; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x09) break;
  }
  return index;
}

/**
 * Returns the offset of the next match of a global expression that matches single characters; -1 if there is none. A regular expression is fast from
 * its first use, unlike a loop, which the JavaScript engine must first compile.
 */
export function findNext(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex - 1 : -1;
}

/** Returns the columns of white space between the two offsets. A tab advances to the next multiple of four. */
export function countColumns(text: string, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) count += text.charCodeAt(index) === 0x09 ? 4 - (count % 4) : 1;
  return count;
}

/** Returns the line that contains the offset, starting the search at line `from`. */
export function findLine(lines: Lines, offset: number, from = 0): number {
  let low = from;
  let high = lines.count - 1;
  while (low < high) {
    const middleLine = (low + high + 1) >> 1;
    if (getLineStart(lines, middleLine) <= offset) low = middleLine;
    else high = middleLine - 1;
  }
  return low;
}

/** Returns whether a line contains only white space. */
export function isBlank(lines: Lines, line: number): boolean {
  const end = getLineEnd(lines, line);
  return findFirstText(lines.text, getLineStart(lines, line), end) === end;
}
