/** A text with the places where its lines begin. */
export interface Lines {
  readonly text: string;
  /** Offset of every line, and one more: where the line after the last would begin. */
  readonly starts: readonly number[];
  readonly count: number;
}

/**
 * The text as the chunker reads it: no byte order mark, `\n` line ends, NUL and lone surrogates replaced by U+FFFD
 * (as CommonMark does with NUL), so that whatever is cut from it is well formed.
 */
export function normalize(text: string): string {
  let normal = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (normal.includes('\r')) normal = normal.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (normal.includes('\0')) normal = normal.replaceAll('\0', '\ufffd');
  return normal.isWellFormed() ? normal : normal.toWellFormed();
}

export function linesOf(text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return { text, starts, count: starts.length - 1 };
}

export function lineStart(lines: Lines, line: number): number {
  return lines.starts[line] ?? lines.text.length;
}

/** Offset of the line's end, its `\n` left out. */
export function lineEnd(lines: Lines, line: number): number {
  return (lines.starts[line + 1] ?? lines.text.length + 1) - 1;
}

/** The whole lines from `from` up to but without `to`. */
export function sliceLines(lines: Lines, from: number, to: number): string {
  return to <= from ? '' : lines.text.slice(lineStart(lines, from), lineEnd(lines, to - 1));
}

/** Offset of the first character that is no space or tab; `end` where there is none. */
export function firstText(text: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09) break;
  }
  return at;
}

/**
 * Offset of the next character that the expression is about, which is global and matches single ones; -1 where there is none. An expression
 * runs fast from its first use on, and leaves nothing to compile to a loop of our own: most runs read a tree once.
 */
export function nextPlace(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex - 1 : -1;
}

/** Columns of white space between the two places; a tab goes to the next multiple of four. */
export function columns(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) count += text.charCodeAt(at) === 0x09 ? 4 - (count % 4) : 1;
  return count;
}

/** The line that the offset stands in, at or after `from`. */
export function lineAt(lines: Lines, offset: number, from = 0): number {
  let low = from;
  let high = lines.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lineStart(lines, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a line holds nothing but white space. */
export function isBlank(lines: Lines, line: number): boolean {
  const end = lineEnd(lines, line);
  return firstText(lines.text, lineStart(lines, line), end) === end;
}
