import { getLineEnd, getLineStart, sliceLines } from '@context-sync/formats';
import type { ScannedText } from '../rewrite/text-edits.ts';
import { getEnd, getKind, getStart, PARAGRAPH, THEMATIC_BREAK } from '../scan/scanned-blocks.ts';

/** Maximum length of a paragraph that can be navigation. */
const MAX_LENGTH = 2_000;
/** Maximum length of a breadcrumb part without a link. A longer part is text. */
const MAX_NAME_LENGTH = 60;
const LINK_PATTERN = /^[*_]*\[[^[\]]*\](?:\([^()\s]*\)|\[[^[\]]*\])[*_]*$/;
/** Separators between the parts of a breadcrumb. The link of a part may contain the same characters. */
const SEPARATOR_PATTERN = /\s+[/|›»>•·]\s+/;

/**
 * Returns the indices of the blocks above the page heading that contain only links to other pages: breadcrumbs, and the lines that separate them from
 * the page.
 */
export function findNavigationBlocks(draft: ScannedText, heading: number): readonly number[] {
  const blockNumbers: number[] = [];
  const breakBlocks: number[] = [];
  for (let index = 0; index < heading; index += 1) {
    if (getKind(draft.blocks, index) === THEMATIC_BREAK) breakBlocks.push(index);
    else if (isBreadcrumb(draft, index)) blockNumbers.push(index);
  }
  return blockNumbers.length === 0 ? [] : [...blockNumbers, ...breakBlocks];
}

/** Returns whether the block is a row of links. Only the last part of the row, the name of the page, may have no link. */
function isBreadcrumb({ lines, blocks }: ScannedText, index: number): boolean {
  if (getKind(blocks, index) !== PARAGRAPH) return false;
  const [from, to] = [getStart(blocks, index), getEnd(blocks, index)];
  if (getLineEnd(lines, to - 1) - getLineStart(lines, from) > MAX_LENGTH) return false;
  const parts = sliceLines(lines, from, to).trim().split(SEPARATOR_PATTERN);
  const lastPartText = parts.at(-1) ?? '';
  return (
    parts.length > 1 &&
    parts.slice(0, -1).every((part) => LINK_PATTERN.test(part)) &&
    (LINK_PATTERN.test(lastPartText) || (lastPartText.length <= MAX_NAME_LENGTH && !/[.!?]$/.test(lastPartText)))
  );
}
