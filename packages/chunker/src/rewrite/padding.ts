import { endOf, startOf, TABLE } from '../scan/blocks.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';
import { runLength } from '../scan/patterns.ts';
import type { Draft, Edit } from './edits.ts';

const PIPE = 0x7c;
/** Dashes of a delimiter row that say as much as any more of them. */
const DASHES = 3;

/** Takes out what only makes the columns of a table equally wide in an editor: a third of some pages, and it moves when another row changes. */
export function paddingEdits({ lines, blocks }: Draft): Edit[] {
  const edits: Edit[] = [];
  const { text } = lines;
  for (let block = blocks.kinds.indexOf(TABLE); block >= 0; block = blocks.kinds.indexOf(TABLE, block + 1)) {
    const first = startOf(blocks, block);
    for (let line = first; line < endOf(blocks, block); line += 1) {
      const end = lineEnd(lines, line);
      const from = firstText(text, lineStart(lines, line), end);
      padding(text, from, end, edits);
      if (line === first + 1) dashes(text, from, end, edits);
    }
  }
  return edits;
}

/** White space beside a pipe or at the end of the row; within a cell it may stand in code. */
function padding(text: string, from: number, end: number, edits: Edit[]): void {
  for (let at = from; at < end; at += 1) {
    if (text.charCodeAt(at) !== 0x20) continue;
    const to = firstText(text, at, end);
    const isLast = to === end;
    const follows = text.charCodeAt(at - 1) === PIPE && text.charCodeAt(at - 2) !== 0x5c;
    if (isLast || (to - at > 1 && (follows || text.charCodeAt(to) === PIPE)))
      edits.push({ start: isLast ? at : at + 1, end: to, text: '' });
    at = to - 1;
  }
}

function dashes(text: string, from: number, end: number, edits: Edit[]): void {
  for (let at = from; at < end; at += 1) {
    const run = runLength(text, at, end, 0x2d);
    if (run > DASHES) edits.push({ start: at + DASHES, end: at + run, text: '' });
    at += run;
  }
}
