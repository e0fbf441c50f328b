import { getLineEnd, getLineStart, getPlainText, getSlug, sliceLines } from '@context-sync/formats';
import { getEnd, getKind, getStart, HEADING, HTML, makeHeading } from '../scan/scanned-blocks.ts';
import { removeAnchors } from './anchor-edits.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Maximum length of an element that is examined. */
const MAX_ELEMENT_LENGTH = 2_000;
const HEADING_ELEMENT = /^\s*<h([1-6])(\s[^<>]{0,500})?>([^{}]*)<\/h\1\s*>\s*$/i;
const ID_PATTERN = /\sid\s*=\s*(?:"([\w:.-]{1,200})"|'([\w:.-]{1,200})')/i;
/** Matches a page heading in the first HTML block, for example between a logo and badges. */
const PAGE_HEADING = /<h1(?:\s[^<>]{0,500})?>([^{}]{0,1000}?)<\/h1\s*>/i;
/** Matches tags of elements that must stay whole. Headings inside these elements are not converted. */
const CONTAINER_ELEMENT = /<(\/?)(?:table|details|blockquote|pre)\b/gi;

/**
 * Turns headings that are written as HTML elements, `<h2 id="a">A</h2>`, into Markdown headings. Leaves headings inside tables and similar elements
 * unchanged.
 */
export function createHtmlHeadingEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = lines;
  let nextHeading = 0;
  let depth = 0;
  for (let index = blocks.kinds.indexOf(HTML); index >= 0; index = blocks.kinds.indexOf(HTML, index + 1)) {
    const start = getLineStart(lines, getStart(blocks, index));
    const end = getLineEnd(lines, getEnd(blocks, index) - 1);
    if (end - start > MAX_ELEMENT_LENGTH) continue;
    const [, level, attributes = '', inner = ''] = HEADING_ELEMENT.exec(text.slice(start, end)) ?? [];
    if (level === undefined || /<\/h[1-6]/i.test(inner)) continue;
    const heading = getVisibleText(inner);
    const title = getPlainText(heading);
    if (title === '') continue;
    for (; nextHeading < index; nextHeading += 1)
      if (getKind(blocks, nextHeading) === HTML) depth = countOpenContainers({ lines, blocks }, nextHeading, depth);
    if (depth > 0) continue;
    const [, double, single] = ID_PATTERN.exec(attributes) ?? [];
    const id = double ?? single;
    const anchor = id === undefined || id === getSlug(title) ? '' : ` {#${id}}`;
    edits.push({ start, end, text: `${'#'.repeat(Number(level))} ${heading}${anchor}` });
    makeHeading(blocks, index, Number(level));
  }
  return edits;
}

/** Returns the number of container elements that are open after the block. */
function countOpenContainers({ lines, blocks }: ScannedText, index: number, before: number): number {
  let depth = before;
  const html = sliceLines(lines, getStart(blocks, index), getEnd(blocks, index));
  for (const [, slash] of html.matchAll(CONTAINER_ELEMENT)) depth = slash === '' ? depth + 1 : Math.max(depth - 1, 0);
  return depth;
}

/** Returns the title in the HTML before the first heading; empty if there is no title. */
export function findHtmlTitle({ lines, blocks }: ScannedText): string {
  for (let index = 0; index < blocks.kinds.length && getKind(blocks, index) !== HEADING; index += 1) {
    if (getKind(blocks, index) !== HTML) continue;
    const start = getLineStart(lines, getStart(blocks, index));
    const end = Math.min(getLineEnd(lines, getEnd(blocks, index) - 1), start + MAX_ELEMENT_LENGTH);
    const title = getPlainText(getVisibleText(PAGE_HEADING.exec(lines.text.slice(start, end))?.[1] ?? ''));
    if (title !== '') return title;
  }
  return '';
}

/** Returns the text of an element as readers see it, on one line. */
function getVisibleText(inner: string): string {
  const line = inner.replaceAll(/(?:\s|<br\s*\/?>)+/gi, ' ').replaceAll(/<!--.*?-->/g, '');
  return removeAnchors(line).trim();
}
