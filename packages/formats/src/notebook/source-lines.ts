import type { CellLines } from './cell-lines.ts';

/** A line of a cell and its line in the file. */
export interface CellLine {
  readonly text: string;
  readonly from: number;
}

/** Returns the lines of a source that consists of several strings, without blank lines at the start and the end. */
export function linesOf(source: readonly string[], cellLines: CellLines | undefined): readonly CellLine[] {
  const lines: { text: string; from: number }[] = [];
  for (const [index, string] of source.entries()) {
    const from = cellLines?.source[index] ?? cellLines?.line ?? 1;
    const text = string.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '').toWellFormed();
    for (const [part, line] of text.split('\n').entries()) {
      const last = lines.at(-1);
      if (part > 0 || !last) lines.push({ text: line, from });
      // A string continues the line of the previous one.
      else if (last.text === '') lines[lines.length - 1] = { text: line, from };
      else last.text += line;
    }
  }
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.text.trim() === '') start += 1;
  while (end > start && lines[end - 1]?.text.trim() === '') end -= 1;
  return lines.slice(start, end);
}
