import { indentOf } from './indent.ts';

/**
 * Returns the heading level of an unindented line in a document with indented text, such as an RFC or a manual page; undefined if it is not
 * a heading.
 */
export function hangingHeadingLevel(block: readonly string[], base: number): number | undefined {
  const [first = '', second] = block;
  if (base === 0 || (second !== undefined && indentOf(second) < base)) return undefined;
  return headingLevel(first);
}

/** Returns the level of the heading that the line looks like. */
export function headingLevel(first: string): number | undefined {
  if (indentOf(first) > 0 || first.length > 100) return undefined;
  const text = first.trim();
  const number = /^(?:\d{1,3}\.){0,8}\d{1,3}\.?(?= )/.exec(text)?.[0];
  const title = text.slice(number?.length ?? 0);
  // A line with columns is a page header; a line that ends like a sentence is a paragraph.
  if (!/\p{L}/u.test(title) || / {3}|\t/.test(title.trim()) || /[.,;:]$/.test(title) || /^[-*+>|]/.test(text))
    return undefined;
  return number === undefined ? 2 : Math.min(number.split('.').filter((part) => part !== '').length + 1, 6);
}
