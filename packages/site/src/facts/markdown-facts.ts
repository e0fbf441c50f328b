import { customId, plainText } from '@context-sync/formats';
import type { DocumentFacts, HeadingFact } from './document-facts.ts';
import { metadataOf } from './metadata.ts';

const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(.*)$/;
/** Marks of lists and quotes in front of a heading. */
const HEADING = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const HTML_HEADING = /<h([1-6])(?:\s[^<>]*)?>(.*?)<\/h\1\s*>/i;
const ATTRIBUTE_LIST = /\s*\{:?\s*(?:[^{}]*?\s)?#([\w:.+-]+)[^{}]*\}\s*$/;
const ID = /(?<![\w-])(?:id|name)\s*=\s*(?:"([^"\n<>]{1,200})"|'([^'\n<>]{1,200})'|\{['"`]([^'"`\n<>]{1,200})['"`]\})/g;
/** Attribute lists of Python-Markdown on anything else, such as `[](){ #id }`. */
const INLINE_ID = /\{:?\s*(?:[^{}\n]*?\s)?#([\w:.+-]+)[^{}\n]*\}/g;
const MAX_LINE_LENGTH = 20_000;

/** Reads the headings, anchors and front matter of Markdown, including those in lists, quotes and containers. */
export function markdownFacts(text: string, mdx: boolean): DocumentFacts {
  const { values, end } = metadataOf(text);
  const headings: HeadingFact[] = [];
  const ids = new Set<string>();
  let fence = '';
  let before = '';
  for (const line of text.slice(end).split('\n')) {
    const above = before;
    before = '';
    if (line.length > MAX_LINE_LENGTH) continue;
    if (fence !== '') {
      if (closes(line, fence)) fence = '';
      continue;
    }
    const mark = opened(line);
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    if (line.includes('<') || line.includes('{')) addIds(line, ids);
    const heading = headingIn(line, above, mdx);
    if (heading) headings.push(heading);
    else before = line;
  }
  const title = values.title ?? headings.find(({ level }) => level === 1)?.text ?? headings[0]?.text;
  return {
    ...(title === undefined ? {} : { title }),
    ...(headings.length === 0 ? {} : { headings }),
    ...(ids.size === 0 ? {} : { ids: [...ids] }),
    ...(Object.keys(values.address).length === 0 ? {} : { address: values.address }),
    ...(values.aliases.length === 0 ? {} : { aliases: values.aliases }),
  };
}

function opened(line: string): string | undefined {
  if (!line.includes('```') && !line.includes('~~~')) return undefined;
  const [, mark, info = ''] = FENCE.exec(line) ?? [];
  return mark === undefined || (mark.startsWith('`') && info.includes('`')) ? undefined : mark;
}

function closes(line: string, fence: string): boolean {
  const mark = line.replace(/^[\s>]+/, '').trimEnd();
  return mark.length >= fence.length && mark.startsWith(fence) && mark === (mark[0] ?? '').repeat(mark.length);
}

function headingIn(line: string, above: string, mdx: boolean): HeadingFact | undefined {
  if (line.includes('#')) {
    const [, marks, text] = HEADING.exec(line) ?? [];
    if (marks !== undefined && text !== undefined) return headingOf(text, marks.length, mdx);
  }
  const [, underline] = above.trim() === '' || /^\s*(?:[|>#]|[-*+]\s)/.test(above) ? [] : (SETEXT.exec(line) ?? []);
  if (underline !== undefined) return headingOf(above.trim(), underline.startsWith('=') ? 1 : 2, mdx);
  if (!line.includes('</h')) return undefined;
  const [, level, inner = ''] = HTML_HEADING.exec(line) ?? [];
  return level === undefined ? undefined : headingOf(inner.replaceAll(/<[^<>]*>/g, ''), Number(level), mdx);
}

function headingOf(written: string, level: number, mdx: boolean): HeadingFact {
  const id = customId(written) ?? (mdx ? undefined : ATTRIBUTE_LIST.exec(written)?.[1]);
  const bare = id === undefined ? written : written.slice(0, written.lastIndexOf('{'));
  const text = plainText(bare.replaceAll(/<!--.*?-->/g, '').trim());
  return { text, level, ...(id === undefined ? {} : { id }) };
}

function addIds(line: string, ids: Set<string>): void {
  if (line.includes('<'))
    for (const [, double, single, expression] of line.matchAll(ID)) {
      const id = double ?? single ?? expression;
      if (id !== undefined) ids.add(id);
    }
  if (line.includes('{')) for (const [, id] of line.matchAll(INLINE_ID)) if (id !== undefined) ids.add(id);
}
