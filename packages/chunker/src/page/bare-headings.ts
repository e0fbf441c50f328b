import { getLast } from '@context-sync/base';
import { getLineEnd, getLineStart, getPlainText, getSlug } from '@context-sync/formats';
import { applyEdits, type TextEdit } from '../rewrite/text-edits.ts';
import { getHeadingText } from '../scan/heading-text.ts';
import { getEnd, getHeadingLevel, getStart, HEADING, PARAGRAPH } from '../scan/scanned-blocks.ts';
import type { ParsedPage } from './markdown-page.ts';

/** Matches heading text that would start a block on a line without `#`. */
const BLOCK_START = /^(?:[#>~<|:=+{-]|`{3}|\*\s|\[[^\]]*\]:)/;

/**
 * Turns headings with nothing below them into text, because an item must not end with a heading and the words of headings must not be lost. Leaves
 * headings without visible text unchanged. Leaves all headings unchanged if the page has no other text.
 */
export function convertBareHeadings(page: ParsedPage): ParsedPage {
  const { lines, blocks } = page;
  const headings = findBareHeadings(page);
  if (headings.length === 0) return page;
  const kinds = [...blocks.kinds];
  const textByLine = new Map<number, string>();
  const edits: TextEdit[] = [];
  for (const index of headings) {
    const heading = getHeadingText(page, index);
    const plainHeading = getPlainText(heading);
    if (plainHeading === '') continue;
    const line = getStart(blocks, index);
    edits.push({
      start: getLineStart(lines, line),
      end: getLineEnd(lines, getEnd(blocks, index) - 1),
      text: BLOCK_START.test(heading) ? `\\${heading}` : heading,
    });
    kinds[index] = PARAGRAPH;
    if (index !== page.heading) textByLine.set(index, page.ids.get(line) ?? getSlug(plainHeading));
  }
  const heading = kinds[page.heading] === HEADING ? page.heading : -1;
  return { ...page, lines: applyEdits(lines, edits), blocks: { ...blocks, kinds }, heading, bare: textByLine };
}

/** Returns the indices of headings with nothing below them, in order. */
function findBareHeadings({ blocks, heading }: ParsedPage): number[] {
  const { kinds } = blocks;
  const headingBlocks: number[] = [];
  let openHeadings: number[] = [];
  let hasText = false;
  /** Index of the block after the last heading; heading blocks directly below each other have no text between them. */
  let headingIndex = 0;
  const skipText = (next: number) => {
    if (next === headingIndex) return;
    hasText = true;
    openHeadings = [];
  };
  for (let index = kinds.indexOf(HEADING); index >= 0; index = kinds.indexOf(HEADING, index + 1)) {
    skipText(index);
    headingIndex = index + 1;
    while (openHeadings.length > 0 && getHeadingLevel(blocks, getLast(openHeadings)) >= getHeadingLevel(blocks, index))
      headingBlocks.push(...openHeadings.splice(-1));
    // The page heading belongs to the text that follows it.
    if (index !== heading || hasText) openHeadings.push(index);
  }
  skipText(kinds.length);
  return hasText ? [...headingBlocks, ...openHeadings].sort((a, b) => a - b) : [];
}
