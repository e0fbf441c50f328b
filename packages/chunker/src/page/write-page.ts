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
  /** Id of the heading: the id that the document sets, or else the id that GitHub creates. */
  readonly id: string;
}

/** Matches ids that can be written as `{#id}`. */
const PORTABLE_ID = /^[\w.:-]+$/;
/** Matches the opening line of a code block with more than a language. */
const FENCE_INFO =
  /^(?<start>[ \t>]*(?:`{3,}|~{3,}))[ \t]*(?<language>[^\s`{}=,"']{1,40})(?<mark>[ \t,]+)(?<rest>\S[^`\n]{0,500}?)[ \t]*$/;
const TITLE_ATTRIBUTE =
  /(?:^|[\s{])(?:title|filename|file|caption|header)[ \t]*=[ \t]*(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/;
/** Matches the start or the end of a code block, also in a list or a quote. */
const FENCE_LINE = /^[\s>*+\d.)-]{0,200}(`{3,}|~{3,})/;

/**
 * Writes a whole page as GitHub Flavored Markdown, without the heading that is its title. Headings whose ids differ from those that GitHub creates end
 * in `{#id}`.
 * @param from first line after the front matter
 */
export function writePage(
  page: ParsedPage,
  from: number,
): { readonly title: string; readonly markdown: string; readonly headings: readonly PageHeading[] } {
  const { lines, blocks, gaps, containers } = page;
  const rows: Rows = Array.from({ length: lines.count }, (_, line) =>
    line < from ? [] : [sliceLines(lines, line, line + 1)],
  );
  const title = findTitle(page);
  const headings = writeHeadings(page, rows, title);
  for (let index = 0; index + 1 < gaps.length; index += 2) {
    const [start, end] = [getElementAt(gaps, index), getElementAt(gaps, index + 1)];
    for (let line = start; line < end; line += 1) rows[line] = line === start ? [''] : [];
  }
  for (let index = blocks.kinds.indexOf(QUOTE); index >= 0; index = blocks.kinds.indexOf(QUOTE, index + 1))
    markQuote(rows, getStart(blocks, index));
  quoteAlerts(rows, containers);
  return { title, markdown: `${removeRepeatedBlanks(rows.flat())}\n`, headings };
}

/** Returns the page title: the heading of level 1 that names the page, which most generators show, or else the title in the front matter. */
function findTitle(page: ParsedPage): string {
  const { blocks, heading } = page;
  const text =
    heading >= 0 && getHeadingLevel(blocks, heading) === 1 ? getPlainText(getHeadingText(page, heading)) : '';
  return text === '' ? page.title : text;
}

function writeHeadings(page: ParsedPage, rows: Rows, title: string): PageHeading[] {
  const { blocks } = page;
  const headings: PageHeading[] = [];
  const slugs = new Map<string, number>();
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const heading = getHeadingText(page, index);
    const text = getPlainText(heading);
    const start = getStart(blocks, index);
    const writtenId = page.ids.get(start);
    const own = writtenId !== undefined && PORTABLE_ID.test(writtenId) ? writtenId : undefined;
    const replaceLines = (instead: string) => {
      for (let line = start; line < getEnd(blocks, index); line += 1) rows[line] = line === start ? [instead] : [];
    };
    if (index === page.heading && text === title) {
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

/**
 * Returns the title of a code block as a line above it, and the opening line with the language only. Generators show titles such as the name of a file;
 * GitHub does not.
 */
function splitFenceTitle(line: string): readonly [title: string | undefined, opening: string] {
  const { start = '', language = '', mark = '', rest = '' } = FENCE_INFO.exec(line)?.groups ?? {};
  if (rest === '') return [undefined, line];
  const [, double, single] = TITLE_ATTRIBUTE.exec(rest) ?? [];
  // Mintlify's titles are words without quotes. A single word in lower case is a setting in most generators.
  const words = mark.includes(',') || /[={}[\]]|^[a-z_:-]+$/.test(rest) ? '' : rest;
  const title = (double ?? single ?? words).replaceAll(/[*_`<>[\]\\]/g, String.raw`\$&`).trim();
  return [title === '' ? undefined : `${getPrefix(line)}**${title}**`, `${start}${language}`];
}

function getPrefix(line: string): string {
  return /^[ \t>]*/.exec(line)?.[0] ?? '';
}

/** Joins lines, and leaves one blank line where there are several, except in code. */
function removeRepeatedBlanks(lines: readonly string[]): string {
  const keptLines: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = line.includes('`') || line.includes('~') ? FENCE_LINE.exec(line)?.[1] : undefined;
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      const [title, opening] = splitFenceTitle(line);
      const blank = getPrefix(line).trimEnd();
      if (title !== undefined && /[^\s>]/.test(keptLines.at(-1) ?? '')) keptLines.push(blank);
      if (title !== undefined) keptLines.push(title, blank);
      keptLines.push(opening);
      continue;
    }
    if (fence !== undefined && mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) {
      fence = undefined;
      keptLines.push(line);
      continue;
    }
    if (fence !== undefined || line.trim() !== '') keptLines.push(line);
    else if (keptLines.length > 0 && keptLines.at(-1) !== '') keptLines.push('');
  }
  return keptLines.join('\n').trimEnd();
}
