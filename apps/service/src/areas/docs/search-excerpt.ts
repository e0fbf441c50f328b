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
  const start = snippet.start + (/^\s*/.exec(text.slice(snippet.start, snippet.end))?.[0].length ?? 0);
  const isCutBefore = /\S/.test(text.slice(0, start));
  const isCutAfter = /\S/.test(text.slice(snippet.end));
  const prefix = isCutBefore ? '… ' : '';
  const shift = prefix.length - start;
  const excerpt = text.slice(start, snippet.end).replaceAll('\n', ' ');
  return {
    excerpt: `${prefix}${excerpt}${isCutAfter ? ' …' : ''}`,
    highlights: ranges
      .filter((range) => range.start >= start && range.end <= snippet.end)
      .map((range) => ({ start: range.start + shift, end: range.end + shift })),
    heading: headings.findLast((heading) => heading.start <= start)?.text,
  };
}

interface PlainText {
  readonly text: string;
  readonly headings: readonly { readonly start: number; readonly text: string }[];
}

/** Returns the lines of the text without Markdown syntax, and the positions of the headings. */
function removeMarkup(title: string, content: string): PlainText {
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
    const plain = fence === '' ? removeInlineMarkup(heading ?? line) : line.trim();
    if (plain === '') continue;
    if (heading !== undefined) headings.push({ start: text.length, text: plain });
    text += `${plain}\n`;
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
