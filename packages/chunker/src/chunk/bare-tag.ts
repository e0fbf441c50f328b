import { sliceLines } from '@context-sync/formats';
import type { Page } from '../page/page.ts';
import { endOf, HTML, kindOf, startOf } from '../scan/blocks.ts';

const OPENING = /^<[A-Za-z][^<>]*(?<!\/)>$/;
const CLOSING = /^(?:<\/[A-Za-z][\w.:-]*>\s*)+$/;
/** Elements that nothing stands in. */
const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b/i;
/** Longest tag that is looked at. */
const LIMIT = 300;

/** Whether the block is nothing but a tag that opens an element, which only says something with what stands in it. */
export function opensElement(page: Page, index: number): boolean {
  const text = shortHtml(page, index);
  return text !== undefined && OPENING.test(text) && !VOID.test(text);
}

/** Whether the block is nothing but tags that close elements. */
export function closesElement(page: Page, index: number): boolean {
  const text = shortHtml(page, index);
  return text !== undefined && CLOSING.test(text);
}

/** Whether the text is nothing but tags that close elements, as behind a table that is longer than an item. */
export function isClosing(text: string): boolean {
  return text.length <= LIMIT && text.startsWith('</') && CLOSING.test(text);
}

function shortHtml({ lines, blocks }: Page, index: number): string | undefined {
  if (kindOf(blocks, index) !== HTML) return undefined;
  const [start, end] = [startOf(blocks, index), endOf(blocks, index)];
  if (end - start > 4) return undefined;
  const text = sliceLines(lines, start, end).trim();
  return text.length <= LIMIT ? text : undefined;
}
