import { classesOf, type Element, textOf } from './node.ts';

/** Class names by which generators mark the link of a heading to itself. */
const CLASSES = new Set([
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

const SIGNS = new Set(['#', '¶', '§', '🔗', '¤', '◆', 'permalink']);

/** Whether a link is but the sign beside a heading that leads to the heading itself. */
export function isPermalink(element: Element): boolean {
  if (element.name !== 'a' || element.size > 40) return false;
  const href = element.attributes.get('href') ?? '';
  if (!href.includes('#')) return false;
  const text = textOf(element.children)
    .replaceAll(/[\s\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase();
  return SIGNS.has(text) || ([...text].length <= 1 && classesOf(element).some((name) => CLASSES.has(name)));
}
