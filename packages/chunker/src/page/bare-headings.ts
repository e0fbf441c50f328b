import { lastOf, lineEnd, lineStart, plainText, slugOf } from '@context-sync/formats';
import { applied, type Edit } from '../rewrite/edits.ts';
import { endOf, HEADING, headingLevel, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';
import type { Page } from './page.ts';

/** What a heading's text may begin with that would begin a block of its own, were it on a line by itself. */
const OPENING = /^(?:[#>~<|:=+{-]|`{3}|\*\s|\[[^\]]*\]:)/;

/**
 * The page, with every heading that nothing stands under as a line of the text before it: an item must not end on a heading, and the words are
 * not lost. Those that say nothing stay, and so do all where the page has nothing but headings.
 */
export function withBareHeadings(page: Page): Page {
  const { lines, blocks } = page;
  const found = bareHeadings(page);
  if (found.length === 0) return page;
  const kinds = [...blocks.kinds];
  const bare = new Map<number, string>();
  const edits: Edit[] = [];
  for (const index of found) {
    const heading = headingText(page, index);
    const plain = plainText(heading);
    if (plain === '') continue;
    const line = startOf(blocks, index);
    edits.push({
      start: lineStart(lines, line),
      end: lineEnd(lines, endOf(blocks, index) - 1),
      text: OPENING.test(heading) ? `\\${heading}` : heading,
    });
    kinds[index] = PARAGRAPH;
    if (index !== page.heading) bare.set(index, page.ids.get(line) ?? slugOf(plain));
  }
  const heading = kinds[page.heading] === HEADING ? page.heading : -1;
  return { ...page, lines: applied(lines, edits), blocks: { ...blocks, kinds }, heading, bare };
}

/** In order. */
function bareHeadings({ blocks, heading }: Page): number[] {
  const { kinds } = blocks;
  const bare: number[] = [];
  let open: number[] = [];
  let hasText = false;
  /** The block behind the heading before. */
  let behind = 0;
  const passText = (next: number) => {
    if (next === behind) return;
    hasText = true;
    open = [];
  };
  for (let index = kinds.indexOf(HEADING); index >= 0; index = kinds.indexOf(HEADING, index + 1)) {
    passText(index);
    behind = index + 1;
    while (open.length > 0 && headingLevel(blocks, lastOf(open)) >= headingLevel(blocks, index))
      bare.push(...open.splice(-1));
    // The page's own stands above the text that follows it.
    if (index !== heading || hasText) open.push(index);
  }
  passText(kinds.length);
  return hasText ? [...bare, ...open].sort((a, b) => a - b) : [];
}
