import { firstText, lineEnd, lineStart } from '@context-sync/formats';
import { endOf, startOf, TABLE } from '../scan/blocks.ts';
import { runLength } from '../scan/line-patterns.ts';
import type { Draft, Edit } from './edits.ts';

const PIPE = 0x7c;
const LINE_END = 0x0a;
/** More than one space, or one at the end of a row. */
const SPACES = / (?:[ \t]+|(?=\n|$))/g;
/** Dashes of a delimiter row that say as much as any more of them. */
const DASHES = 3;

/** Takes out what only makes the columns of a table equally wide in an editor: a third of some pages, and it moves when another row changes. */
export function paddingEdits({ lines, blocks }: Draft): Edit[] {
  const edits: Edit[] = [];
  const { text } = lines;
  for (let block = blocks.kinds.indexOf(TABLE); block >= 0; block = blocks.kinds.indexOf(TABLE, block + 1)) {
    const first = startOf(blocks, block);
    const from = lineStart(lines, first);
    padding(text.slice(from, lineEnd(lines, endOf(blocks, block) - 1)), from, edits);
    const row = firstText(text, lineStart(lines, first + 1), lineEnd(lines, first + 1));
    dashes(text, row, lineEnd(lines, first + 1), edits);
  }
  return edits;
}

/** White space beside a pipe or at the end of a row; within a cell it may stand in code. */
function padding(table: string, from: number, edits: Edit[]): void {
  for (const { index, 0: run } of table.matchAll(SPACES)) {
    const to = index + run.length;
    const before = table.charCodeAt(index - 1);
    // What a row is indented by is no padding.
    if (index === 0 || before === LINE_END) continue;
    const isLast = to === table.length || table.charCodeAt(to) === LINE_END;
    const isBesidePipe = (before === PIPE && table.charCodeAt(index - 2) !== 0x5c) || table.charCodeAt(to) === PIPE;
    if (isLast) edits.push({ start: from + index, end: from + to, text: '' });
    else if (isBesidePipe) edits.push({ start: from + index + 1, end: from + to, text: '' });
  }
}

function dashes(text: string, from: number, end: number, edits: Edit[]): void {
  for (let at = from; at < end; at += 1) {
    const run = runLength(text, at, end, 0x2d);
    if (run > DASHES) edits.push({ start: at + DASHES, end: at + run, text: '' });
    at += run;
  }
}
