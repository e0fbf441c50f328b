import { getSlug } from '../markdown/heading-slug.ts';
import { type Element, getClasses, getText, type Node } from './html-node.ts';
import { getAnchor, type Page, renderInline, setAnchor, writeBold } from './html-page.ts';
import { formatCodeSpan } from './write-inline.ts';

/** Matches ids that Markdown can express after a heading. */
const ANCHOR_ID = /^[\w:.-]{1,200}$/;

/** Writes a heading with its anchor. In a list, quote or table, which cannot contain sections, writes bold text instead. */
export function writeHeading(page: Page, element: Element): void {
  const id = getId(element);
  if (page.out.isNested() || page.isInCell || page.isFragment) {
    writeBold(page, element.children);
    return;
  }
  const text = getTitleText(page, element);
  if (text === '') setAnchor(page, id);
  else {
    page.link = undefined;
    const level = Number(element.name.slice(1));
    writeTitle(page, level, text, getText(element.children), element.line, id);
  }
}

/** Returns the text of a heading on one line. Signatures that rustdoc writes as headings become code. */
function getTitleText(page: Page, element: Element): string {
  if (!getClasses(element).includes('code-header'))
    return escapeHeadingEnd(renderInline(page, element.children, true).joinToLine().trim());
  const signature = getText(element.children).replaceAll(/\s+/g, ' ').trim();
  return signature === '' ? '' : formatCodeSpan(signature);
}

/** Writes a heading. `plainText` is its text without markup, from which GitHub derives the anchor. */
export function writeTitle(
  page: Page,
  level: number,
  text: string,
  plainText: string,
  line: number,
  id?: string,
): void {
  const anchor = id ?? getAnchor(page);
  const isNeeded =
    anchor !== undefined && ANCHOR_ID.test(anchor) && anchor !== getSlug(plainText.trim().replaceAll(/\s+/g, ' '));
  page.out.heading(level, text, line, isNeeded ? anchor : undefined);
  page.level = Math.min(level, 6);
  page.anchor = undefined;
}

/** Returns the id of an element, or of the first anchor in it. */
export function getId(element: Element): string | undefined {
  return element.attributes.get('id')?.trim() || findAnchor(element.children);
}

/** Returns the id or name of the first anchor in the nodes. */
export function findAnchor(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    if (node.kind === 'text' || node.isIgnored) continue;
    const ownAnchor = node.attributes.get('id') || (node.name === 'a' ? node.attributes.get('name') : undefined);
    const id = ownAnchor?.trim() || findAnchor(node.children);
    if (id) return id;
  }
  return undefined;
}

/** Escapes the end of a heading that Markdown would parse as closing marks or as an id. */
function escapeHeadingEnd(text: string): string {
  const hashMarks = /(?:^| )(#{1,6})$/.exec(text.slice(-8))?.[1];
  if (hashMarks) return `${text.slice(0, -hashMarks.length)}\\${hashMarks}`;
  const brace = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  return brace < 0 ? text : `${text.slice(0, brace)}\\${text.slice(brace)}`;
}
