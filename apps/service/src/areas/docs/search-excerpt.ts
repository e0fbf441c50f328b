import { highlight, type TextRange } from '@context-sync/search';

/** Maximum number of characters that are searched in a text to create an excerpt. */
const MAX_SEARCHED_CHARS = 6_000;
const EXCERPT_CHARS = 240;

/** The part of a text that shows why the text matches a query. */
export interface SearchExcerpt {
  /** Plain text. */
  readonly excerpt: string;
  /** The words of the query in the excerpt. */
  readonly highlights: readonly TextRange[];
  /** Heading above the excerpt; undefined if there is no heading. */
  readonly heading: string | undefined;
}

/**
 * Returns the part of a Markdown text that contains the most words of a query.
 * @param title title of the text, which the first line of the text may repeat
 * @param words words in the form that `parseQuery` returns
 */
export function findExcerpt(title: string, content: string, words: readonly string[]): SearchExcerpt {
  const { text, headings } = removeMarkup(title, content);
  const { ranges, snippet } = highlight(text, words, EXCERPT_CHARS);
  const start = selectStart(text, snippet.start);
  const end = start < snippet.start ? text.length : findEndOfWord(text, start, snippet.end);
  const isCutBefore = /\S/.test(text.slice(0, start));
  const isCutAfter = /\S/.test(text.slice(end));
  const prefix = isCutBefore ? '… ' : '';
  const shift = prefix.length - start;
  const excerpt = text.slice(start, end).replaceAll('\n', ' ');
  return {
    excerpt: `${prefix}${excerpt}${isCutAfter ? ' …' : ''}`,
    highlights: ranges
      .filter((range) => range.start >= start && range.end <= end)
      .map((range) => ({ start: range.start + shift, end: range.end + shift })),
    heading: headings.findLast((heading) => heading.start <= start)?.text,
  };
}

/** Returns where the excerpt starts: at the words that were found, or before them if the text ends soon. */
function selectStart(text: string, foundStart: number): number {
  const firstWord = foundStart + Math.max(0, text.slice(foundStart).search(/\S/));
  const latest = text.length - EXCERPT_CHARS;
  if (latest <= 0) return 0;
  if (foundStart <= latest) return firstWord;
  const space = text.slice(latest, foundStart).search(/\s/);
  return space < 0 ? firstWord : latest + space + 1;
}

/** Returns the end of the last complete word before `end`; `end` itself if the text contains no space since `start`. */
function findEndOfWord(text: string, start: number, end: number): number {
  if (end >= text.length || /\s/.test(text.charAt(end))) return end;
  const part = text.slice(start, end);
  const space = part.search(/\s\S*$/);
  return space > 0 ? start + space : end;
}

interface PlainText {
  readonly text: string;
  readonly headings: readonly { readonly start: number; readonly text: string }[];
}

/** Returns the lines of the text without Markdown syntax and without the headings that the title contains, and the positions of all headings. */
function removeMarkup(title: string, content: string): PlainText {
  const titleParts = new Set(title.split(' › ').map((part) => removeInlineMarkup(part)));
  const headings: { start: number; text: string }[] = [];
  let text = '';
  let fence = '';
  for (const [index, line] of content.slice(0, MAX_SEARCHED_CHARS).toWellFormed().split('\n').entries()) {
    if (index === 0 && line.trim() === title.trim()) continue;
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : '';
      continue;
    }
    const heading = fence === '' ? /^#{1,6}\s+(\S.*)$/.exec(line)?.[1] : undefined;
    const plainText = fence === '' ? removeInlineMarkup(heading ?? line) : line.trim();
    if (plainText === '') continue;
    if (heading !== undefined) {
      headings.push({ start: text.length, text: plainText });
      if (titleParts.has(plainText)) continue;
    }
    text += `${plainText}\n`;
  }
  return { text: text.trimEnd(), headings };
}

/** Returns a line without the Markdown syntax of links, images, emphasis, lists, quotes and tables. */
export function removeInlineMarkup(line: string): string {
  return line
    .replace(/^\s*(?:[-*+>]|\d{1,9}[.)])\s+(?:\[[ xX!A-Z]{1,12}\]\s*)?/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\[([^[\]]*)\]\[[^[\]]*\]/g, '$1')
    .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replaceAll(/\s*\{\s*:?\s*#[\w-]+[^{}]*\}\s*$/g, '')
    .replaceAll(/(?<![\w`])`([^`]+)`(?!`)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, '$1')
    .replaceAll(/^\|?[\s:|-]+\|[\s:|-]*$/g, '')
    .replaceAll(/\s*\|\s*/g, ' ')
    .trim();
}
