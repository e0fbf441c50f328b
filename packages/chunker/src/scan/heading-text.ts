import { firstText, type Lines, lineEnd, lineStart } from '@context-sync/formats';
import { type Blocks, endOf, headingLevel, isSetext, startOf } from './blocks.ts';

/** Returns the text of the heading without its marks. A setext heading may have several lines. */
export function headingText({ lines, blocks }: { lines: Lines; blocks: Blocks }, index: number): string {
  const start = startOf(blocks, index);
  const { text } = lines;
  if (isSetext(blocks, index)) {
    const last = endOf(blocks, index) - 1;
    return text
      .slice(lineStart(lines, start), lineEnd(lines, last - 1))
      .split('\n')
      .map((line) => line.trim())
      .join(' ');
  }
  const to = lineEnd(lines, start);
  const at = firstText(text, lineStart(lines, start), to) + headingLevel(blocks, index);
  // Usually one space precedes the text, and nothing follows it.
  const own = text.slice(firstText(text, at, to), to);
  if (isPlainEdge(own.charCodeAt(0)) && isPlainEdge(text.charCodeAt(to - 1))) return own;
  const trimmed = own.trim();
  return trimmed.endsWith('#') ? trimmed.slice(0, endOfClosing(trimmed)) : trimmed;
}

/** Returns whether the character is neither white space nor `#`. Uses a range check for speed, because the function runs for every heading. */
function isPlainEdge(code: number): boolean {
  return code > 0x23 && code < 0x7f;
}

/** Returns the start of the closing `#` run, which must be alone or follow white space. */
function endOfClosing(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  if (end === 0) return 0;
  const before = text[end - 1];
  return before === ' ' || before === '\t' ? text.slice(0, end).trimEnd().length : text.length;
}
