import { getElementAt } from '@context-sync/base';
import { unescapeText } from './unescape-text.ts';

/** Extensions of pages. A page name such as `whatsnew/3.12` has no extension. */
const PAGE_EXTENSION = /\.(?:rst|md|txt|ipynb|html?)$/i;

/**
 * Parses `title <target>` or a target. With `needsGap`, white space must precede the bracket, because names such as `vector<int>` contain brackets.
 */
export function parseTitleAndTarget(text: string, needsGap = false): { title: string | undefined; target: string } {
  const openIndex = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const charBefore = text[openIndex - 1] ?? ' ';
  if (openIndex < 0 || charBefore === '\\' || (needsGap && !/\s/.test(charBefore)))
    return { title: undefined, target: unescapeText(text.trim()) };
  const title = unescapeText(text.slice(0, openIndex).trim());
  return { title: title === '' ? undefined : title, target: text.slice(openIndex + 1, -1).trim() };
}

/** Returns the file of a page that is referenced by its path without extension. URLs remain unchanged. */
export function getDocumentPath(target: string): string {
  const name = getElementAt(target.split('#', 1), 0);
  if (name === '' || PAGE_EXTENSION.test(name) || /^[a-z][a-z\d+.-]*:/i.test(target)) return target;
  return `${name}.rst${target.slice(name.length)}`;
}
