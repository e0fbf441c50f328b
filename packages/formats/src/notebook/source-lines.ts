import type { CellLines } from './cell-lines.ts';

/** A line of a cell and its line in the file. */
export interface CellLine {
  readonly text: string;
  readonly from: number;
}

/** Returns the lines of a source that consists of several strings, without blank lines at the start and the end. */
export function getLines(source: readonly string[], cellLines: CellLines | undefined): readonly CellLine[] {
  const lines: { text: string; from: number }[] = [];
  for (const [index, string] of source.entries()) {
    const firstLine = cellLines?.source[index] ?? cellLines?.line ?? 1;
    const text = string.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '').toWellFormed();
    for (const [part, line] of text.split('\n').entries()) {
      const lastSourceLine = lines.at(-1);
      if (part > 0 || !lastSourceLine) lines.push({ text: line, from: firstLine });
      // A string without a preceding line break continues the line of the previous string.
      else if (lastSourceLine.text === '') lines[lines.length - 1] = { text: line, from: firstLine };
      else lastSourceLine.text += line;
    }
  }
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.text.trim() === '') start += 1;
  while (end > start && lines[end - 1]?.text.trim() === '') end -= 1;
  return lines.slice(start, end);
}
