import { type Element, getClasses, getText } from './html-node.ts';

/** Class names with which generators mark a heading's link to itself. */
const PERMALINK_CLASSES = new Set([
  'anchor',
  'anchor-link',
  'anchorjs-link',
  'direct-link',
  'doc-anchor',
  'hash-link',
  'header-anchor',
  'headeranchor',
  'headerlink',
  'heading-anchor',
  'mark',
  'permalink',
  'selflink',
]);

/** Link texts of permalinks. Doxygen also adds such a link from a summary to its details. */
const PERMALINK_SIGNS = new Set(['#', '¶', '§', '🔗', '¤', '◆', 'more...', 'permalink', '[src]', '[source]']);

/** Returns whether a link is only the sign next to a heading that links to the heading itself. */
export function isPermalink(element: Element): boolean {
  if (element.name !== 'a' || element.size > 40) return false;
  const href = element.attributes.get('href') ?? '';
  const text = getText(element.children)
    .replaceAll(/[\s\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase();
  // A link to the source code stands next to a heading as well.
  if (!href.includes('#') && !text.startsWith('[')) return false;
  return (
    PERMALINK_SIGNS.has(text) ||
    ([...text].length <= 1 && getClasses(element).some((name) => PERMALINK_CLASSES.has(name)))
  );
}
