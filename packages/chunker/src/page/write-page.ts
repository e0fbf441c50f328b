import { getElementAt } from '@context-sync/base';
import { getPlainText, getSlug, numberSlug, sliceLines } from '@context-sync/formats';
import { getHeadingText } from '../scan/heading-text.ts';
import { getEnd, getHeadingLevel, getStart, HEADING, QUOTE } from '../scan/scanned-blocks.ts';
import type { ParsedPage } from './markdown-page.ts';
import { markQuote, quoteAlerts, type Rows } from './quote-alerts.ts';

/** A heading of a converted page. */
export interface PageHeading {
  /** Text without markup. */
  readonly text: string;
  /** Id of the heading: the one that the document sets, or that GitHub creates. */
  readonly id: string;
}

/** Matches the start or the end of a code block, also in a list or a quote. */
const FENCE_LINE = /^[\s>*+\d.)-]{0,200}(`{3,}|~{3,})/;

/**
 * Writes a whole page as GitHub Flavored Markdown, without the heading that is its title. Headings whose ids differ from those that GitHub creates end
 * in `{#id}`.
 * @param from first line after the front matter
 */
export function writePage(page: ParsedPage, from: number): { markdown: string; headings: PageHeading[] } {
  const { lines, blocks, gaps, containers } = page;
  const rows: Rows = Array.from({ length: lines.count }, (_, line) =>
    line < from ? [] : [sliceLines(lines, line, line + 1)],
  );
  const headings = writeHeadings(page, rows);
  for (let index = 0; index + 1 < gaps.length; index += 2) {
    const [start, end] = [getElementAt(gaps, index), getElementAt(gaps, index + 1)];
    for (let line = start; line < end; line += 1) rows[line] = line === start ? [''] : [];
  }
  for (let index = blocks.kinds.indexOf(QUOTE); index >= 0; index = blocks.kinds.indexOf(QUOTE, index + 1))
    markQuote(rows, getStart(blocks, index));
  quoteAlerts(rows, containers);
  return { markdown: `${removeRepeatedBlanks(rows.flat())}\n`, headings };
}

function writeHeadings(page: ParsedPage, rows: Rows): PageHeading[] {
  const { blocks } = page;
  const headings: PageHeading[] = [];
  const slugs = new Map<string, number>();
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const heading = getHeadingText(page, index);
    const text = getPlainText(heading);
    const start = getStart(blocks, index);
    const own = page.ids.get(start);
    const replaceLines = (instead: string) => {
      for (let line = start; line < getEnd(blocks, index); line += 1) rows[line] = line === start ? [instead] : [];
    };
    if (index === page.heading && text === page.title) {
      replaceLines('');
      continue;
    }
    const slug = own === undefined ? numberSlug(getSlug(text), slugs) : getSlug(text);
    headings.push({ text, id: own ?? slug });
    if (own !== undefined && own !== slug)
      replaceLines(`${'#'.repeat(getHeadingLevel(blocks, index))} ${heading} {#${own}}`);
  }
  return headings;
}

/** Joins lines, and leaves one blank line where there are several, except in code. */
function removeRepeatedBlanks(lines: readonly string[]): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = line.includes('`') || line.includes('~') ? FENCE_LINE.exec(line)?.[1] : undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = undefined;
    if (fence !== undefined || line.trim() !== '') kept.push(line);
    else if (kept.length > 0 && kept.at(-1) !== '') kept.push('');
  }
  return kept.join('\n').trimEnd();
}
