import { lastOf } from '@context-sync/base';
import { lineEnd, lineStart, plainText, slugOf } from '@context-sync/formats';
import { applyEdits, type TextEdit } from '../rewrite/edits.ts';
import { endOf, HEADING, headingLevel, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';
import type { ParsedPage } from './page.ts';

/** Matches heading text that would start a block if the text were on a line of its own. */
const BLOCK_START = /^(?:[#>~<|:=+{-]|`{3}|\*\s|\[[^\]]*\]:)/;

/**
 * Turns headings with nothing below them into text, because an item must not end with a heading and their words must not be lost. Headings without
 * visible text are left unchanged. If the page has no other text, all headings are left unchanged.
 */
export function convertBareHeadings(page: ParsedPage): ParsedPage {
  const { lines, blocks } = page;
  const found = bareHeadings(page);
  if (found.length === 0) return page;
  const kinds = [...blocks.kinds];
  const bare = new Map<number, string>();
  const edits: TextEdit[] = [];
  for (const index of found) {
    const heading = headingText(page, index);
    const plain = plainText(heading);
    if (plain === '') continue;
    const line = startOf(blocks, index);
    edits.push({
      start: lineStart(lines, line),
      end: lineEnd(lines, endOf(blocks, index) - 1),
      text: BLOCK_START.test(heading) ? `\\${heading}` : heading,
    });
    kinds[index] = PARAGRAPH;
    if (index !== page.heading) bare.set(index, page.ids.get(line) ?? slugOf(plain));
  }
  const heading = kinds[page.heading] === HEADING ? page.heading : -1;
  return { ...page, lines: applyEdits(lines, edits), blocks: { ...blocks, kinds }, heading, bare };
}

/** Returns the indices of headings with nothing below them, in order. */
function bareHeadings({ blocks, heading }: ParsedPage): number[] {
  const { kinds } = blocks;
  const bare: number[] = [];
  let open: number[] = [];
  let hasText = false;
  /** Index of the block after the previous heading. */
  let afterHeading = 0;
  const passText = (next: number) => {
    if (next === afterHeading) return;
    hasText = true;
    open = [];
  };
  for (let index = kinds.indexOf(HEADING); index >= 0; index = kinds.indexOf(HEADING, index + 1)) {
    passText(index);
    afterHeading = index + 1;
    while (open.length > 0 && headingLevel(blocks, lastOf(open)) >= headingLevel(blocks, index))
      bare.push(...open.splice(-1));
    // The page heading belongs to the text that follows it.
    if (index !== heading || hasText) open.push(index);
  }
  passText(kinds.length);
  return hasText ? [...bare, ...open].sort((a, b) => a - b) : [];
}
