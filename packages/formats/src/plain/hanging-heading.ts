import { getIndent } from './indent-width.ts';

/**
 * Returns the heading level of an unindented line in a document with indented text, such as an RFC or a manual page; undefined if it is not a
 * heading.
 */
export function getHangingHeadingLevel(block: readonly string[], base: number): number | undefined {
  const [first = '', second] = block;
  if (base === 0 || (second !== undefined && getIndent(second) < base)) return undefined;
  return detectHeadingLevel(first);
}

/** Returns the heading level that the form of the line suggests; undefined if the line does not look like a heading. */
export function detectHeadingLevel(first: string): number | undefined {
  if (getIndent(first) > 0 || first.length > 100) return undefined;
  const text = first.trim();
  const number = /^(?:\d{1,3}\.){0,8}\d{1,3}\.?(?= )/.exec(text)?.[0];
  const title = text.slice(number?.length ?? 0);
  // A line with columns is a page header; a line that ends like a sentence is a paragraph.
  if (!/\p{L}/u.test(title) || / {3}|\t/.test(title.trim()) || /[.,;:]$/.test(title) || /^[-*+>|]/.test(text))
    return undefined;
  return number === undefined ? 2 : Math.min(number.split('.').filter((part) => part !== '').length + 1, 6);
}

/** A heading on a line of its own. */
export interface LineHeading {
  readonly level: number;
  readonly text: string;
  /** Whether the heading is indented, so that the text below it is indented further. */
  readonly isNested: boolean;
}

/** Minimum number of blank lines between chapters. */
const MIN_CHAPTER_GAP = 3;
const MAX_CHAPTER_TITLE_CHARS = 60;

/** Parses the heading of a subsection in an RFC, such as `   3.2.1. Synopsis`, if the text of the document begins at column `margin`. */
export function parseNestedHeading(line: string, margin: number): LineHeading | undefined {
  const text = line.trim();
  if (margin === 0 || getIndent(line) < margin || !/^\d{1,3}\.\d/.test(text)) return undefined;
  const level = detectHeadingLevel(text);
  return level === undefined ? undefined : { level, text, isNested: true };
}

/**
 * Parses a line as a chapter title, as in plain text books: after several blank lines and above a paragraph.
 * @param gap number of blank lines above
 * @param following the next two lines with text
 */
export function parseChapterTitle(line: string, gap: number, following: readonly string[]): LineHeading | undefined {
  const [next = '', second = ''] = following;
  if (gap < MIN_CHAPTER_GAP || getIndent(line) > 0 || line.length > MAX_CHAPTER_TITLE_CHARS) return undefined;
  if (!/^\p{Lu}[^*_=|]*[\p{L}\p{N})?!"']$/u.test(line.trim())) return undefined;
  const isParagraph = getIndent(next) === 0 && next.length > MAX_CHAPTER_TITLE_CHARS && second.trim() !== '';
  return isParagraph ? { level: 2, text: line.trim(), isNested: false } : undefined;
}
