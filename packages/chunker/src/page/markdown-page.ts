import { getElementAt } from '@context-sync/base';
import { getLineEnd, getLineStart, type Lines, sliceLines } from '@context-sync/formats';
import type { Blocks } from '../scan/scanned-blocks.ts';
import { getEnd, getStart } from '../scan/scanned-blocks.ts';

/** A document prepared for chunking: its text in Markdown without site generator syntax, and its blocks. */
export interface ParsedPage {
  readonly lines: Lines;
  /** The blocks of the page that contain text for readers. */
  readonly blocks: Blocks;
  /** Lines that items omit, as a flat list of ranges in ascending order: first line, end (exclusive), and so on. */
  readonly gaps: readonly number[];
  /** Line ranges (end exclusive) that belong together, such as admonitions, in order. */
  readonly containers: readonly (readonly [from: number, to: number])[];
  /** Page title as plain text. */
  readonly title: string;
  /** Index of the heading block that names the page; -1 if there is none. */
  readonly heading: number;
  /** Explicit ids of headings, by line number. */
  readonly ids: ReadonlyMap<number, string>;
  /** Slugs of headings that became text, by block index. The site still generates anchors for these headings. */
  readonly bare?: ReadonlyMap<number, string>;
  /** Heading levels by line number, for lines at which a section continues after its subsections. */
  readonly resumed?: ReadonlyMap<number, number>;
  /** Level whose headings each start a separate item; undefined if sections are split by size. */
  readonly wholeLevel: number | undefined;
}

/** Returns the length of the blocks from `from` to `to` (exclusive), including everything between them. */
export function getSize({ lines, blocks }: ParsedPage, from: number, to: number): number {
  return to <= from ? 0 : getLineEnd(lines, getEnd(blocks, to - 1) - 1) - getLineStart(lines, getStart(blocks, from));
}

/** Returns the text of the lines from `from` to `to` (exclusive), without gaps. */
export function getText({ lines, gaps }: ParsedPage, from: number, to: number): string {
  if (gaps.length === 0) return sliceLines(lines, from, to);
  const parts: string[] = [];
  let copiedEnd = from;
  for (let index = findFirstGapAfter(gaps, from); index + 1 < gaps.length; index += 2) {
    const start = getElementAt(gaps, index);
    if (start >= to) break;
    parts.push(sliceLines(lines, copiedEnd, start));
    copiedEnd = getElementAt(gaps, index + 1);
  }
  if (copiedEnd < to) parts.push(sliceLines(lines, copiedEnd, to));
  return parts
    .map((part) => trimBlankLines(part))
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the index of the first gap that ends after the line. Uses binary search, because a page may have as many gaps as items. */
function findFirstGapAfter(gaps: readonly number[], line: number): number {
  let low = 0;
  let high = gaps.length / 2;
  while (low < high) {
    const middleIndex = (low + high) >> 1;
    if (getElementAt(gaps, 2 * middleIndex + 1) <= line) low = middleIndex + 1;
    else high = middleIndex;
  }
  return 2 * low;
}

/** Removes blank lines around a text. The first line keeps its indentation. */
export function trimBlankLines(text: string): string {
  const firstCode = text.charCodeAt(0);
  if (firstCode !== 0x0a && firstCode !== 0x20 && firstCode !== 0x09) return text.trimEnd();
  let firstLine = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x0a) firstLine = offset + 1;
    else if (code !== 0x20 && code !== 0x09) break;
  }
  return text.slice(firstLine).trimEnd();
}
