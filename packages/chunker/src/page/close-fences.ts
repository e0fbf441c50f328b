import { firstText, isBlank, type Lines, lineEnd, lineStart, linesOf, sliceLines } from '@context-sync/formats';
import { applied, type Edit } from '../rewrite/edits.ts';
import { type Blocks, endOf, hasOpenFence, kindOf, LIST, openFenceLine } from '../scan/blocks.ts';
import { CONTAINER_MARKS } from '../scan/line-patterns.ts';

/** The marks of lists and quotes that a fence stands behind, and its own. */
const FENCE_LINE = new RegExp(`^(${CONTAINER_MARKS})(\`{3,}|~{3,})`);

/**
 * The lines, with fences that are never closed closed: at the end of the document, and, where a list or a quote ends in one, in the blank line
 * behind it. What follows an item's text must not fall into them. The blocks are made as long as that takes.
 */
export function closed(lines: Lines, blocks: Blocks): Lines {
  if (!hasOpenFence(blocks)) return lines;
  const edits: Edit[] = [];
  let end = '';
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    const fence = openFenceLine(blocks, index);
    const mark = fence === undefined ? undefined : closingMark(lines, fence);
    if (mark === undefined) continue;
    const line = endOf(blocks, index);
    if (line === lines.count) end = `\n${mark}`;
    else if (isFree(lines, line, kindOf(blocks, index)))
      edits.push({ start: lineStart(lines, line), end: lineEnd(lines, line), text: mark });
    else continue;
    blocks.ends[index] = line + 1;
  }
  const inside = applied(lines, edits);
  return end === '' ? inside : linesOf(inside.text + end);
}

/** Returns the line that closes the fence which starts at `line`. */
function closingMark(lines: Lines, line: number): string | undefined {
  const [, before = '', mark] = FENCE_LINE.exec(sliceLines(lines, line, line + 1)) ?? [];
  return mark && before.replaceAll(/[^\s>]/g, ' ') + mark;
}

/** Whether the line is blank, and no quote that the block would grow into comes behind it. */
function isFree(lines: Lines, line: number, kind: number): boolean {
  if (!isBlank(lines, line)) return false;
  if (kind === LIST || line + 1 === lines.count) return true;
  const next = lineStart(lines, line + 1);
  const end = lineEnd(lines, line + 1);
  return lines.text.charCodeAt(firstText(lines.text, next, end)) !== 0x3e;
}
