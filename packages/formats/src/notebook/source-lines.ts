import type { CellLines } from './cell-lines.ts';

/** A line of a cell and the line of the file that it stands on. */
export interface Line {
  readonly text: string;
  readonly from: number;
}

/** The lines of a source that is written in pieces, without empty ones at its ends. */
export function linesOf(source: readonly string[], place: CellLines | undefined): readonly Line[] {
  const lines: { text: string; from: number }[] = [];
  for (const [index, piece] of source.entries()) {
    const from = place?.source[index] ?? place?.line ?? 1;
    const text = piece.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '').toWellFormed();
    for (const [part, line] of text.split('\n').entries()) {
      const last = lines.at(-1);
      if (part > 0 || !last) lines.push({ text: line, from });
      // A piece goes on where the one before it ended.
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
