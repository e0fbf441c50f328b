import { elementAt, type Lines, lineEnd, lineStart, sliceLines } from '@context-sync/formats';
import type { Blocks } from '../scan/blocks.ts';
import { endOf, startOf } from '../scan/blocks.ts';

/** A document as it is cut: what a reader needs, in Markdown, with its blocks. */
export interface Page {
  readonly lines: Lines;
  /** Without what is not for readers. */
  readonly blocks: Blocks;
  /** Lines that belong to no block but are no blank lines either, in order: first, behind the last, first, … They are left out of items. */
  readonly gaps: readonly number[];
  /** What belongs together, such as an admonition, in order: first line, the line behind the last. */
  readonly containers: readonly (readonly [from: number, to: number])[];
  /** Plain text. */
  readonly title: string;
  /** Index of the heading that names the page; -1 where none does. */
  readonly heading: number;
  /** The ids that headings give themselves, by line. */
  readonly ids: ReadonlyMap<number, string>;
  /** Anchors of the headings that are lines of text, by block: the site gives them out all the same. */
  readonly bare?: ReadonlyMap<number, string>;
  /** Headings of this level are one item each. */
  readonly wholeLevel: number | undefined;
}

/** Length of the blocks from `from` up to but without `to`, with all that stands between them. */
export function sizeOf({ lines, blocks }: Page, from: number, to: number): number {
  return to <= from ? 0 : lineEnd(lines, endOf(blocks, to - 1) - 1) - lineStart(lines, startOf(blocks, from));
}

/** The text of these lines, without gaps. */
export function textOf({ lines, gaps }: Page, from: number, to: number): string {
  if (gaps.length === 0) return sliceLines(lines, from, to);
  const parts: string[] = [];
  let next = from;
  for (let index = firstGapAfter(gaps, from); index + 1 < gaps.length; index += 2) {
    const start = elementAt(gaps, index);
    if (start >= to) break;
    parts.push(sliceLines(lines, next, start));
    next = elementAt(gaps, index + 1);
  }
  if (next < to) parts.push(sliceLines(lines, next, to));
  return parts
    .map((part) => trimBlankLines(part))
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Index of the first gap that ends behind the line. A page may have as many gaps as items, so each is not looked at for every item. */
function firstGapAfter(gaps: readonly number[], line: number): number {
  let low = 0;
  let high = gaps.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(gaps, 2 * middle + 1) <= line) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

/** The text without blank lines around it; the first line keeps its indentation. */
export function trimBlankLines(text: string): string {
  const first = text.charCodeAt(0);
  if (first !== 0x0a && first !== 0x20 && first !== 0x09) return text.trimEnd();
  let from = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x0a) from = offset + 1;
    else if (code !== 0x20 && code !== 0x09) break;
  }
  return text.slice(from).trimEnd();
}
