import {
  findFirstText,
  getLineEnd,
  getLineStart,
  getLines,
  isBlank,
  type Lines,
  sliceLines,
} from '@context-sync/formats';
import { applyEdits, type TextEdit } from '../rewrite/text-edits.ts';
import { CONTAINER_MARKS } from '../scan/line-patterns.ts';
import { type Blocks, getEnd, getKind, hasOpenFence, LIST, openFenceLine } from '../scan/scanned-blocks.ts';

/** Matches the marks of lists and quotes before a fence, and the mark of the fence. */
const FENCE_LINE = new RegExp(`^(${CONTAINER_MARKS})(\`{3,}|~{3,})`);

/**
 * Adds a closing mark to unclosed fences: at the end of the document, and in the blank line after a list or quote that ends in an unclosed fence.
 * Without the mark, text below the item would become code. Extends the blocks accordingly.
 */
export function closeFences(lines: Lines, blocks: Blocks): Lines {
  if (!hasOpenFence(blocks)) return lines;
  const edits: TextEdit[] = [];
  let end = '';
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    const fence = openFenceLine(blocks, index);
    const fenceMark = fence === undefined ? undefined : findClosingMark(lines, fence);
    if (fenceMark === undefined) continue;
    const line = getEnd(blocks, index);
    if (line === lines.count) end = `\n${fenceMark}`;
    else if (isFree(lines, line, getKind(blocks, index)))
      edits.push({ start: getLineStart(lines, line), end: getLineEnd(lines, line), text: fenceMark });
    else continue;
    blocks.ends[index] = line + 1;
  }
  const fencedLines = applyEdits(lines, edits);
  return end === '' ? fencedLines : getLines(fencedLines.text + end);
}

/** Returns the line that closes the fence which starts at `line`. */
function findClosingMark(lines: Lines, line: number): string | undefined {
  const [, before = '', mark] = FENCE_LINE.exec(sliceLines(lines, line, line + 1)) ?? [];
  return mark && before.replaceAll(/[^\s>]/g, ' ') + mark;
}

/** Returns whether the line is blank and is not followed by a quote that would merge with the block. */
function isFree(lines: Lines, line: number, kind: number): boolean {
  if (!isBlank(lines, line)) return false;
  if (kind === LIST || line + 1 === lines.count) return true;
  const nextLineStart = getLineStart(lines, line + 1);
  const end = getLineEnd(lines, line + 1);
  return lines.text.charCodeAt(findFirstText(lines.text, nextLineStart, end)) !== 0x3e;
}
