import { getLineEnd, getLineStart, getPlainText, sliceLines } from '@context-sync/formats';
import type { ScannedText } from '../rewrite/text-edits.ts';
import { getHeadingText } from '../scan/heading-text.ts';
import { getEnd, getKind, getStart, HEADING, LIST, PARAGRAPH, THEMATIC_BREAK } from '../scan/scanned-blocks.ts';

/** Matches the title of a table of contents. */
const CONTENTS_TITLE = /^(?:table of contents?|contents|toc|(?:on|in) this page)$/i;
/** Matches the list that kramdown replaces with a table of contents. */
const PLACEHOLDER = /^\s*(?:[-*+]|\d{1,9}[.)])\s[^\n]*\n\s*\{:[^{}\n]*\btoc\b[^{}\n]*\}\s*$/;
/** Matches the marks and the number in front of an entry, and the page number after it. */
const ENTRY_MARKS = /^(?:[\s>*+-]|\d{1,3}(?:\.\d{1,3})*[.)]?\s)+|[\s.]*\.{3}[\s.]*\d*\s*$/g;
/** Maximum length of a table of contents, in characters. */
const MAX_LENGTH = 20_000;
/** Share of the entries that must be headings of the page. */
const MIN_SHARE = 0.8;

/**
 * Returns the indices of the blocks of tables of contents, whose entries repeat the headings of the page.
 * @param removedLines indices of blocks that are not part of the page
 */
export function findContentsBlocks(draft: ScannedText, removedLines: ReadonlySet<number>): readonly number[] {
  const { blocks } = draft;
  const foundBlocks: number[] = [];
  let titles: ReadonlySet<string> | undefined;
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    if (removedLines.has(index) || (getKind(blocks, index) !== LIST && getKind(blocks, index) !== PARAGRAPH)) continue;
    let previous = index - 1;
    while (removedLines.has(previous)) previous -= 1;
    const isTitled = previous >= 0 && isContentsTitle(draft, previous);
    if (!isTitled && getKind(blocks, index) !== LIST) continue;
    const text = readBlock(draft, index);
    const isPlaceholder = text.includes('{:') && PLACEHOLDER.test(text);
    if (!isPlaceholder && (!isTitled || !endsSection(draft, index + 1))) continue;
    titles ??= collectTitles(draft);
    if (!isPlaceholder && !repeatsTitles(text, titles)) continue;
    foundBlocks.push(...(isTitled ? [previous] : []), index);
    if (index + 1 < blocks.kinds.length && getKind(blocks, index + 1) === THEMATIC_BREAK) foundBlocks.push(index + 1);
  }
  return foundBlocks;
}

function isContentsTitle(draft: ScannedText, index: number): boolean {
  return getKind(draft.blocks, index) === HEADING && CONTENTS_TITLE.test(getPlainText(getHeadingText(draft, index)));
}

function endsSection({ blocks }: ScannedText, next: number): boolean {
  return next >= blocks.kinds.length || [HEADING, THEMATIC_BREAK].includes(getKind(blocks, next));
}

function readBlock({ lines, blocks }: ScannedText, index: number): string {
  const [from, to] = [getStart(blocks, index), getEnd(blocks, index)];
  return getLineEnd(lines, to - 1) - getLineStart(lines, from) > MAX_LENGTH ? '' : sliceLines(lines, from, to);
}

function collectTitles(draft: ScannedText): ReadonlySet<string> {
  const titles = new Set<string>();
  const { kinds } = draft.blocks;
  for (let index = kinds.indexOf(HEADING); index >= 0; index = kinds.indexOf(HEADING, index + 1))
    titles.add(normalizeTitle(getPlainText(getHeadingText(draft, index))));
  return titles;
}

function repeatsTitles(text: string, titles: ReadonlySet<string>): boolean {
  const entries = text
    .split('\n')
    .map((line) => normalizeTitle(getPlainText(line.replaceAll(ENTRY_MARKS, ''))))
    .filter((entry) => entry !== '');
  return entries.length > 0 && entries.filter((entry) => titles.has(entry)).length >= MIN_SHARE * entries.length;
}

/** Returns the letters and digits of a title without its number. */
function normalizeTitle(title: string): string {
  return title
    .replaceAll(ENTRY_MARKS, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
