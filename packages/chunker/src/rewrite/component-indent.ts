import { findFirstText, getLineEnd, getLineStart } from '@context-sync/formats';
import { getKind, LIST } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** The indented content of components, and the edits that remove the indentation. */
export interface Indents {
  readonly edits: TextEdit[];
  readonly indented: { readonly from: number; readonly to: number; readonly width: number }[];
}

interface ElementStart {
  readonly start: number;
  readonly line: number;
  readonly block: number;
}

/** Returns the column at which the element begins if it is in a list, whose content must stay indented; otherwise 0. */
export function getListColumn({ lines, blocks }: ScannedText, { start, line, block }: ElementStart): number {
  return getKind(blocks, block) === LIST ? start - getLineStart(lines, line) : 0;
}

/** Records by how many columns the first line with text between the lines `from` and `to` is indented beyond the column. */
export function addIndent(
  { lines }: ScannedText,
  { indented }: Indents,
  { from, to, column }: { readonly from: number; readonly to: number; readonly column: number },
): void {
  for (let line = from; line < to; line += 1) {
    const start = getLineStart(lines, line);
    const end = getLineEnd(lines, line);
    const text = findFirstText(lines.text, start, end);
    if (text === end) continue;
    const width = text - start - column;
    if (width > 0) indented.push({ from, to, width });
    return;
  }
}

/** Removes the indentation of component content, because Markdown would treat indented content as code. */
export function addDedents({ lines }: ScannedText, { indented, edits }: Indents): void {
  if (indented.length === 0) return;
  const widths = new Map<number, number>();
  // The innermost elements come first, because they are closed first.
  for (const { from, to, width } of indented)
    for (let line = from; line < to; line += 1) if (!widths.has(line)) widths.set(line, width);
  for (const [line, width] of widths) {
    const start = getLineStart(lines, line);
    const end = Math.min(findFirstText(lines.text, start, getLineEnd(lines, line)), start + width);
    if (end > start) edits.push({ start, end, text: '' });
  }
}
