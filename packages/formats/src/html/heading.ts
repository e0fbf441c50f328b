import { codeSpan } from './inline.ts';
import { classesOf, type Element, type Node, textOf } from './node.ts';
import { anchorOf, inlineOf, type Page, setAnchor, writeBold } from './page.ts';

/** Ids that can be written behind a heading. */
const ID = /^[\w:.-]{1,200}$/;

/** Writes a heading, with its anchor; in a list, a quote or a table, where there are no sections, as bold type. */
export function writeHeading(page: Page, element: Element): void {
  const id = idOf(element);
  if (page.out.isNested() || page.isInCell || page.isPart) {
    writeBold(page, element.children);
    return;
  }
  const text = titleText(page, element);
  if (text === '') setAnchor(page, id);
  else {
    page.link = undefined;
    const level = Number(element.name.slice(1));
    writeTitle(page, level, text, textOf(element.children), element.line, id);
  }
}

/** The text of a heading as one line; the signatures that rustdoc writes as headings are code. */
function titleText(page: Page, element: Element): string {
  if (!classesOf(element).includes('code-header'))
    return safeEnd(inlineOf(page, element.children, true).oneLine().trim());
  const signature = textOf(element.children).replaceAll(/\s+/g, ' ').trim();
  return signature === '' ? '' : codeSpan(signature);
}

/** @param plain The text without markup, which GitHub's anchor is made of. */
export function writeTitle(page: Page, level: number, text: string, plain: string, line: number, id?: string): void {
  const anchor = id ?? anchorOf(page);
  const isNeeded = anchor !== undefined && ID.test(anchor) && anchor !== slugOf(plain);
  page.out.heading(level, text, line, isNeeded ? anchor : undefined);
  page.level = Math.min(level, 6);
  page.anchor = undefined;
}

/** The id of an element, or of an anchor in it. */
export function idOf(element: Element): string | undefined {
  return element.attributes.get('id')?.trim() || anchorIn(element.children);
}

/** The id or name of the first anchor among the nodes and what is in them. */
export function anchorIn(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    if (node.kind === 'text' || node.silent) continue;
    const own = node.attributes.get('id') || (node.name === 'a' ? node.attributes.get('name') : undefined);
    const id = own?.trim() || anchorIn(node.children);
    if (id) return id;
  }
  return undefined;
}

/** The text without an end that a scanner would take for closing marks or for an id. */
function safeEnd(text: string): string {
  const marks = /(?:^| )(#{1,6})$/.exec(text.slice(-8))?.[1];
  if (marks) return `${text.slice(0, -marks.length)}\\${marks}`;
  const brace = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  return brace < 0 ? text : `${text.slice(0, brace)}\\${text.slice(brace)}`;
}

/** GitHub's rule for the anchor of a heading. */
function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
