import { lineEnd, lineStart, plainText, sliceLines, slugOf } from '@context-sync/formats';
import { endOf, HEADING, HTML, kindOf, makeHeading, startOf } from '../scan/blocks.ts';
import { withoutAnchors } from './anchors.ts';
import type { Draft, Edit } from './edits.ts';

/** Longest element that is looked at. */
const LIMIT = 2_000;
const HEADING_ELEMENT = /^\s*<h([1-6])(\s[^<>]{0,500})?>([^{}]*)<\/h\1\s*>\s*$/i;
const ID = /\sid\s*=\s*(?:"([\w:.-]{1,200})"|'([\w:.-]{1,200})')/i;
/** The heading of a page somewhere in its first HTML, such as between a logo and badges. */
const PAGE_HEADING = /<h1(?:\s[^<>]{0,500})?>([^{}]{0,1000}?)<\/h1\s*>/i;
/** What a heading may stand in that is one thing all the same. */
const HOLDER = /<(\/?)(?:table|details|blockquote|pre)\b/gi;

/** Turns headings that are written as elements of their own, `<h2 id="a">A</h2>`, into those of Markdown. Those in tables and the like stay. */
export function htmlHeadingEdits({ lines, blocks }: Draft): Edit[] {
  const edits: Edit[] = [];
  const { text } = lines;
  let looked = 0;
  let depth = 0;
  for (let index = blocks.kinds.indexOf(HTML); index >= 0; index = blocks.kinds.indexOf(HTML, index + 1)) {
    const start = lineStart(lines, startOf(blocks, index));
    const end = lineEnd(lines, endOf(blocks, index) - 1);
    if (end - start > LIMIT) continue;
    const [, level, attributes = '', inner = ''] = HEADING_ELEMENT.exec(text.slice(start, end)) ?? [];
    if (level === undefined || /<\/h[1-6]/i.test(inner)) continue;
    const heading = seen(inner);
    const title = plainText(heading);
    if (title === '') continue;
    for (; looked < index; looked += 1)
      if (kindOf(blocks, looked) === HTML) depth = depthBehind({ lines, blocks }, looked, depth);
    if (depth > 0) continue;
    const [, double, single] = ID.exec(attributes) ?? [];
    const id = double ?? single;
    const anchor = id === undefined || id === slugOf(title) ? '' : ` {#${id}}`;
    edits.push({ start, end, text: `${'#'.repeat(Number(level))} ${heading}${anchor}` });
    makeHeading(blocks, index, Number(level));
  }
  return edits;
}

/** How many elements are open behind the block that something may stand in. */
function depthBehind({ lines, blocks }: Draft, index: number, before: number): number {
  let depth = before;
  const html = sliceLines(lines, startOf(blocks, index), endOf(blocks, index));
  for (const [, slash] of html.matchAll(HOLDER)) depth = slash === '' ? depth + 1 : Math.max(depth - 1, 0);
  return depth;
}

/** What the page is called in the HTML before its first heading; empty where there is no such thing. */
export function titleInHtml({ lines, blocks }: Draft): string {
  for (let index = 0; index < blocks.kinds.length && kindOf(blocks, index) !== HEADING; index += 1) {
    if (kindOf(blocks, index) !== HTML) continue;
    const start = lineStart(lines, startOf(blocks, index));
    const end = Math.min(lineEnd(lines, endOf(blocks, index) - 1), start + LIMIT);
    const title = plainText(seen(PAGE_HEADING.exec(lines.text.slice(start, end))?.[1] ?? ''));
    if (title !== '') return title;
  }
  return '';
}

/** The text of an element in one line, without what nobody sees. */
function seen(inner: string): string {
  const line = inner.replaceAll(/(?:\s|<br\s*\/?>)+/gi, ' ').replaceAll(/<!--.*?-->/g, '');
  return withoutAnchors(line).trim();
}
