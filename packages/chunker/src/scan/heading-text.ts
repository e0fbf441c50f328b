import { findFirstText, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { type Blocks, getEnd, getHeadingLevel, getStart, isSetext } from './scanned-blocks.ts';

/** Returns the text of the heading without its marks. A setext heading may have several lines. */
export function getHeadingText({ lines, blocks }: { lines: Lines; blocks: Blocks }, index: number): string {
  const start = getStart(blocks, index);
  const { text } = lines;
  if (isSetext(blocks, index)) {
    const lastLine = getEnd(blocks, index) - 1;
    return text
      .slice(getLineStart(lines, start), getLineEnd(lines, lastLine - 1))
      .split('\n')
      .map((line) => line.trim())
      .join(' ');
  }
  const to = getLineEnd(lines, start);
  const offset = findFirstText(text, getLineStart(lines, start), to) + getHeadingLevel(blocks, index);
  // In most headings, one space precedes the text and no characters follow it.
  const ownText = text.slice(findFirstText(text, offset, to), to);
  if (isPlainEdge(ownText.charCodeAt(0)) && isPlainEdge(text.charCodeAt(to - 1))) return ownText;
  const trimmedText = ownText.trim();
  return trimmedText.endsWith('#') ? trimmedText.slice(0, findClosingRun(trimmedText)) : trimmedText;
}

/** Returns whether the character is neither white space nor `#`. A range check is used for speed, because the function runs for every heading. */
function isPlainEdge(code: number): boolean {
  return code > 0x23 && code < 0x7f;
}

/** Returns the start of the closing `#` run, which must be the whole text or follow white space. */
function findClosingRun(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  if (end === 0) return 0;
  const charBefore = text[end - 1];
  return charBefore === ' ' || charBefore === '\t' ? text.slice(0, end).trimEnd().length : text.length;
}
