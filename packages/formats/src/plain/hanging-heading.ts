import { indentOf } from './indent.ts';

/** A line at the margin of a document whose text is indented, as in RFCs and manual pages: its heading level, or undefined if it is none. */
export function hangingHeading(block: readonly string[], base: number): number | undefined {
  const [first = '', second] = block;
  if (base === 0 || (second !== undefined && indentOf(second) < base)) return undefined;
  return headingLevel(first);
}

/** Level of the heading that a line could be by its look. */
export function headingLevel(first: string): number | undefined {
  if (indentOf(first) > 0 || first.length > 100) return undefined;
  const text = first.trim();
  const number = /^(?:\d{1,3}\.){0,8}\d{1,3}\.?(?= )/.exec(text)?.[0];
  const title = text.slice(number?.length ?? 0);
  // Columns are the head of a page; a sentence is a paragraph.
  if (!/\p{L}/u.test(title) || / {3}|\t/.test(title.trim()) || /[.,;:]$/.test(title) || /^[-*+>|]/.test(text))
    return undefined;
  return number === undefined ? 2 : Math.min(number.split('.').filter((part) => part !== '').length + 1, 6);
}
