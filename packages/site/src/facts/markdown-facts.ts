import { getCustomId, getPlainText, getSlug, makeId } from '@context-sync/formats';
import { readContents } from './contents-facts.ts';
import type { DocumentFacts, HeadingFact, LabelPlace } from './document-facts.ts';
import { getMetadata } from './metadata-facts.ts';
import { readObjects } from './object-facts.ts';

const FENCE_PATTERN = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(.*)$/;
/** Matches a heading, optionally after marks of lists and quotes. */
const HEADING_PATTERN = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(#{1,6})[ \t]+(.*)$/;
const SETEXT_PATTERN = /^ {0,3}(=+|-+)[ \t]*$/;
const HTML_HEADING = /<h([1-6])(?:\s[^<>]{0,300})?>(.{0,500}?)<\/h\1\s*>/i;
const ATTRIBUTE_LIST = /\s*\{:?\s*(?:[^{}]*?\s)?#([\w:.+-]+)[^{}]*\}\s*$/;
/** Matches an attribute list of a heading that sets no ID, such as `{.note lang=en}`. */
const OTHER_ATTRIBUTES =
  /\s\{:?\s*(?:\.[\w-]+|[a-z][\w-]*=(?:"[^"{}]*"|[^\s"{}]+))(?:\s+(?:\.[\w-]+|[a-z][\w-]*=(?:"[^"{}]*"|[^\s"{}]+)))*\s*\}\s*$/;
const ID_PATTERN =
  /(?<![\w-])(?:id|name)\s*=\s*(?:"([^"\n<>]{1,200})"|'([^'\n<>]{1,200})'|\{['"`]([^'"`\n<>]{1,200})['"`]\})/g;
/** Matches an attribute list of Python-Markdown that is not part of a heading, such as `[](){ #id }`. */
const INLINE_ID = /\{:?(?:[^{}\n]{0,200}?\s)?#([\w:.+-]{1,200})[^{}\n]{0,200}\}/g;
/** Matches comments for which the documentation of Material for MkDocs generates anchors. */
const SETTING_PATTERN = /<!-- md:(setting|option) ([^\s<>]+) -->/g;
const FOOTNOTE_PATTERN = /^\s*\[\^([^\]\s]+)\]:/;
/** Matches a label of MyST, which names the block below it. */
const LABEL_PATTERN = /^\s*\(([^()\s]+)\)=\s*$/;
/** Matches a snippet of PyMdown Extensions, an include of mdBook, VitePress or Hugo, or an import of a Markdown file. */
const INCLUDE_PATTERN =
  /^\s*(?:-{1,}8<-{1,}\s+["']([^"'\s]+)["']|\{\{#include\s+([^\s:}]+)[^}]*\}\}|<!--\s*@include:\s*([^\s{#]+)[^>]*-->|import\s[^'"]*from\s+["']([^"']+\.mdx?)["']|\{\{[<%]\s*(?:include|readfile)\s+(?:file\s*=\s*)?["']([^"']+)["'])/;
/** Matches Mintlify components that have anchors, and captures their names. */
const COMPONENT_PATTERN =
  /<(?:(?:Accordion|Tab|Step|Expandable)\s(?:[^<>]*\s)?title|Update\s(?:[^<>]*\s)?label)=(?:"([^"]+)"|'([^']+)')/g;
const FIELD_PATTERN =
  /<(?:ParamField\s(?:[^<>]*\s)?(?:path|query|body|header)|ResponseField\s(?:[^<>]*\s)?name)=(?:"([^"]+)"|'([^']+)')/g;
/** Matches constructs from which generators create headings, or other blocks with anchors, such as terms of definition lists. */
const OPEN_ANCHORS =
  /^\s*(?::{2,}\s*[\w{]|:\s+\S|:[a-z][\w-]*(?:[[{]|$)|import\s|<<<|!!!include)|\{\{[<%#]|\{[%!]|<[A-Z][\w.]*[\s/>]|<(?:include|[a-z]+-[\w-]+)[\s/>]/;
/** Matches the option of a directive of MyST that names the block. */
const NAME_OPTION = /^\s*:(?:name|label):\s+(\S+)\s*$/;
/** Matches the first line of a directive of MyST. */
const DIRECTIVE_PATTERN = /^\s*(?:`{3,}|~{3,}|:{3,})\{([\w:-]+)\}(.*)$/;
const OPTION_PATTERN = /^\s*:[\w-]+:(?:\s|$)/;
/** Maximum length of the caption in the title of a label. */
const MAX_CAPTION_LENGTH = 80;
/** Directives of MyST whose blocks have numbers, and the word before the number in references without a text. */
const NUMBERED_BLOCKS = new Map([
  ['figure', 'Figure'],
  ['image', 'Figure'],
  ['table', 'Table'],
  ['list-table', 'Table'],
  ['csv-table', 'Table'],
  ['math', 'Equation'],
  ['code', 'Program'],
  ['code-block', 'Program'],
]);
/** Matches the anchor at the end of a heading of Fumadocs. */
const BRACKET_ID = /^#{1,6}\s.*\[#([\w:.+-]+)\]\s*$/;
const MAX_LINE_LENGTH = 4_000;
/** Maximum length of the end of a heading that is searched for an attribute list. */
const MAX_ID_DISTANCE = 300;

/** Extracts the headings, anchors and front matter of Markdown, including headings in lists, quotes and containers. */
export function readMarkdownFacts(text: string, mdx: boolean): DocumentFacts {
  const { values, end } = getMetadata(text);
  const headings: HeadingFact[] = [];
  const ids = new Set<string>();
  const components: string[] = [];
  const includes: string[] = [];
  const labels: Record<string, LabelPlace> = {};
  let pendingLines: string[] = [];
  let fence = '';
  let previousText = '';
  let hasOpenAnchors = false;
  let numberedBlock: string | undefined;
  let uncaptionedLabel: string | undefined;
  for (const line of text.slice(end).split('\n')) {
    const lineAbove = previousText;
    previousText = '';
    if (line.length > MAX_LINE_LENGTH) continue;
    const name = line.includes(':') ? NAME_OPTION.exec(line)?.[1]?.toLowerCase() : undefined;
    if (!OPTION_PATTERN.test(line)) {
      if (uncaptionedLabel !== undefined && line.trim() !== '') {
        labels[uncaptionedLabel] = createLabel(uncaptionedLabel, nameBlock('Figure', line));
        uncaptionedLabel = undefined;
      }
      numberedBlock = line.includes('{') ? findNumberedBlock(line) : undefined;
    }
    if (name !== undefined && labels[name] === undefined) {
      labels[name] = createLabel(name, numberedBlock);
      if (numberedBlock === 'Figure') uncaptionedLabel = name;
    }
    if (fence !== '') {
      if (isFenceEnd(line, fence)) fence = '';
      continue;
    }
    const fenceMark = parseOpeningFence(line);
    if (fenceMark !== undefined) {
      fence = fenceMark;
      continue;
    }
    if (line.includes('<') || line.includes('{')) addIds(line, ids);
    if (!hasOpenAnchors && /[<{:!]|^import/.test(line)) hasOpenAnchors = OPEN_ANCHORS.test(line);
    const bracketId = line.includes('[#') ? BRACKET_ID.exec(line)?.[1] : undefined;
    if (bracketId !== undefined) ids.add(bracketId);
    if (mdx && line.includes('<')) addComponents(line, components, ids);
    if (line.includes('[^')) addFootnote(line, ids);
    const include = includeIn(line);
    if (include !== undefined) includes.push(include);
    const label = line.endsWith('=') ? LABEL_PATTERN.exec(line)?.[1]?.toLowerCase() : undefined;
    if (label !== undefined) {
      pendingLines.push(label);
      continue;
    }
    const heading = parseHeading(line, lineAbove, mdx);
    if (heading) headings.push(heading);
    else previousText = line;
    if (pendingLines.length === 0 || line.trim() === '') continue;
    for (const name of pendingLines) labels[name] ??= createLabel(name, heading?.text);
    pendingLines = [];
  }
  const children = mdx ? [] : readContents(text);
  const objects = mdx ? [] : readObjects(text);
  const title = values.title ?? headings.find(({ level }) => level === 1)?.text ?? headings[0]?.text;
  return {
    ...(title === undefined ? {} : { title }),
    ...(headings.length === 0 ? {} : { headings }),
    ...(ids.size === 0 ? {} : { ids: [...ids] }),
    ...(components.length === 0 ? {} : { components }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(includes.length === 0 ? {} : { includes }),
    ...(hasOpenAnchors ? { hasOpenAnchors } : {}),
    ...(objects.length === 0 ? {} : { objects }),
    ...(children.length === 0 ? {} : { children }),
    ...(Object.keys(values.address).length === 0 ? {} : { address: values.address }),
    ...(values.aliases.length === 0 ? {} : { aliases: values.aliases }),
  };
}

/** Returns the name of the numbered block that begins at the line, with its caption. */
function findNumberedBlock(line: string): string | undefined {
  const [, directive = '', argument = ''] = DIRECTIVE_PATTERN.exec(line) ?? [];
  const word = NUMBERED_BLOCKS.get(directive);
  return word === 'Table' ? nameBlock(word, argument) : word;
}

/** Returns the name of a numbered block with the beginning of its caption. */
function nameBlock(word: string, caption: string): string {
  const text = /^\s*(?:[:`~]{3,}|$)/.test(caption)
    ? ''
    : getPlainText(caption.trim().replaceAll(/\{[\w:-]+\}(?=`)/g, ''));
  const end = text.length > MAX_CAPTION_LENGTH ? text.lastIndexOf(' ', MAX_CAPTION_LENGTH) : text.length;
  const words = text.slice(0, end).replace(/[.,;:]$/, '');
  return words === '' ? word : `${word}: ${words}${end < text.length ? '…' : ''}`;
}

function createLabel(name: string, title: string | undefined): LabelPlace {
  return { anchor: makeId(name) || name, ...(title === undefined ? {} : { title }) };
}

function parseOpeningFence(line: string): string | undefined {
  if (line.startsWith('$$') && line.trim() === '$$') return '$$';
  if (!line.includes('```') && !line.includes('~~~')) return undefined;
  const [, mark, info = ''] = FENCE_PATTERN.exec(line) ?? [];
  return mark === undefined || (mark.startsWith('`') && info.includes('`')) ? undefined : mark;
}

function isFenceEnd(line: string, fence: string): boolean {
  const fenceMark = line.replace(/^[\s>]+/, '').trimEnd();
  return (
    fenceMark.length >= fence.length &&
    fenceMark.startsWith(fence) &&
    fenceMark === fenceMark.charAt(0).repeat(fenceMark.length)
  );
}

function parseHeading(line: string, lineAbove: string, mdx: boolean): HeadingFact | undefined {
  if (line.includes('#')) {
    const [, marks, text] = HEADING_PATTERN.exec(line) ?? [];
    if (marks !== undefined && text !== undefined)
      return getHeading(removeClosingMarks(text.trimEnd()), marks.length, mdx);
  }
  const [, underline] =
    lineAbove.trim() === '' || /^\s*(?:[|>#]|[-*+]\s)/.test(lineAbove) ? [] : (SETEXT_PATTERN.exec(line) ?? []);
  if (underline !== undefined) return getHeading(lineAbove.trim(), underline.startsWith('=') ? 1 : 2, mdx);
  if (!line.includes('</h')) return undefined;
  const [, level, inner = ''] = HTML_HEADING.exec(line) ?? [];
  return level === undefined ? undefined : getHeading(inner.replaceAll(/<[^<>]*>/g, ''), Number(level), mdx);
}

/** Removes the closing `#` run of a heading, which must follow white space. */
function removeClosingMarks(text: string): string {
  if (!text.endsWith('#')) return text;
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
}

function getHeading(headingText: string, level: number, mdx: boolean): HeadingFact {
  const id =
    getCustomId(headingText) ?? (mdx ? undefined : ATTRIBUTE_LIST.exec(headingText.slice(-MAX_ID_DISTANCE))?.[1]);
  const textWithoutId =
    id === undefined
      ? removeOtherAttributes(headingText, mdx)
      : headingText.slice(0, headingText.lastIndexOf('{')).replace(/%\s*$/, '');
  const text = getPlainText(textWithoutId.replaceAll(/<!--.*?-->/g, '').trim());
  return { text, level, ...(id === undefined ? {} : { id }) };
}

function removeOtherAttributes(headingText: string, mdx: boolean): string {
  const start = mdx || !headingText.endsWith('}') ? -1 : headingText.lastIndexOf(' {');
  return start >= 0 && OTHER_ATTRIBUTES.test(headingText.slice(start)) ? headingText.slice(0, start) : headingText;
}

function includeIn(line: string): string | undefined {
  const [, snippet, mdbook, vitepress, imported, shortcode] = /8<|\{\{#|@include|import|\{\{[<%]/.test(line)
    ? (INCLUDE_PATTERN.exec(line) ?? [])
    : [];
  return snippet ?? mdbook ?? vitepress ?? imported ?? shortcode;
}

function addComponents(line: string, titles: string[], ids: Set<string>): void {
  for (const [, double, single = ''] of line.matchAll(COMPONENT_PATTERN)) titles.push(double ?? single);
  for (const [, double, single = ''] of line.matchAll(FIELD_PATTERN)) {
    const name = (double ?? single).toLowerCase();
    ids.add(`param-${getSlug(name)}`).add(`param-${name.replaceAll(/[^\w]+/g, '-')}`);
  }
}

function addFootnote(line: string, ids: Set<string>): void {
  const name = FOOTNOTE_PATTERN.exec(line)?.[1];
  if (name !== undefined) ids.add(`fn:${name}`);
}

function addIds(line: string, ids: Set<string>): void {
  if (line.includes('<'))
    for (const [, double, single, expression] of line.matchAll(ID_PATTERN)) {
      const id = double ?? single ?? expression;
      if (id !== undefined) ids.add(id);
    }
  if (line.includes('<!-- md:'))
    for (const [, kind, name = ''] of line.matchAll(SETTING_PATTERN)) ids.add(kind === 'option' ? `+${name}` : name);
  if (line.includes('{')) for (const [, id] of line.matchAll(INLINE_ID)) if (id !== undefined) ids.add(id);
}
