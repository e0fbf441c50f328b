import { findFirstText, getLineEnd, getLineStart } from '@context-sync/formats';
import { runLength } from '../scan/line-patterns.ts';
import { getEnd, getStart, TABLE } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

const PIPE = 0x7c;
const LINE_END = 0x0a;
/** Matches more than one space, or one space at the end of a row. */
const SPACES_PATTERN = / (?:[ \t]+|(?=\n|$))/g;
/** Number of dashes to which delimiter rows are shortened. */
const MAX_DASHES = 3;

/**
 * Removes the padding that aligns table columns in an editor. On some pages, a third of the text is padding, and a change to one row changes the
 * padding of all rows.
 */
export function createPaddingEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = lines;
  for (let block = blocks.kinds.indexOf(TABLE); block >= 0; block = blocks.kinds.indexOf(TABLE, block + 1)) {
    const firstRow = getStart(blocks, block);
    const rowStart = getLineStart(lines, firstRow);
    addPaddingEdits(text.slice(rowStart, getLineEnd(lines, getEnd(blocks, block) - 1)), rowStart, edits);
    const row = findFirstText(text, getLineStart(lines, firstRow + 1), getLineEnd(lines, firstRow + 1));
    addDashEdits(text, row, getLineEnd(lines, firstRow + 1), edits);
  }
  return edits;
}

/** Removes white space next to a pipe or at the end of a row. White space within a cell may be part of code. */
function addPaddingEdits(table: string, from: number, edits: TextEdit[]): void {
  for (const { index, 0: run } of table.matchAll(SPACES_PATTERN)) {
    const to = index + run.length;
    const charBefore = table.charCodeAt(index - 1);
    // The indentation of a row is not padding.
    if (index === 0 || charBefore === LINE_END) continue;
    const isLast = to === table.length || table.charCodeAt(to) === LINE_END;
    const isBesidePipe = (charBefore === PIPE && table.charCodeAt(index - 2) !== 0x5c) || table.charCodeAt(to) === PIPE;
    if (isLast) edits.push({ start: from + index, end: from + to, text: '' });
    else if (isBesidePipe) edits.push({ start: from + index + 1, end: from + to, text: '' });
  }
}

function addDashEdits(text: string, from: number, end: number, edits: TextEdit[]): void {
  for (let offset = from; offset < end; offset += 1) {
    const run = runLength(text, offset, end, 0x2d);
    if (run > MAX_DASHES) edits.push({ start: offset + MAX_DASHES, end: offset + run, text: '' });
    offset += run;
  }
}
