import { sliceLines } from '@context-sync/formats';
import type { ParsedPage } from '../page/markdown-page.ts';
import { getEnd, getKind, getStart, HTML } from '../scan/scanned-blocks.ts';

const OPENING_TAG = /^<[A-Za-z][^<>]*(?<!\/)>$/;
const CLOSING_TAGS = /^(?:<\/[A-Za-z][\w.:-]*>\s*)+$/;
/** Matches the tag of an HTML element that never has content. */
const VOID_PATTERN = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b/i;
/** Maximum length of a tag that is examined. */
const MAX_TAG_LENGTH = 300;

/** Returns whether the block is only an opening tag, which must stay with its content. */
export function isOpeningTag(page: ParsedPage, index: number): boolean {
  const text = getShortHtml(page, index);
  return text !== undefined && OPENING_TAG.test(text) && !VOID_PATTERN.test(text);
}

/** Returns whether the block consists only of closing tags. */
export function isClosingTags(page: ParsedPage, index: number): boolean {
  const text = getShortHtml(page, index);
  return text !== undefined && CLOSING_TAGS.test(text);
}

/** Returns whether the text contains only closing tags, for example after a table that is longer than an item. */
export function consistsOfClosingTags(text: string): boolean {
  return text.length <= MAX_TAG_LENGTH && text.startsWith('</') && CLOSING_TAGS.test(text);
}

function getShortHtml({ lines, blocks }: ParsedPage, index: number): string | undefined {
  if (getKind(blocks, index) !== HTML) return undefined;
  const [start, end] = [getStart(blocks, index), getEnd(blocks, index)];
  if (end - start > 4) return undefined;
  const text = sliceLines(lines, start, end).trim();
  return text.length <= MAX_TAG_LENGTH ? text : undefined;
}
