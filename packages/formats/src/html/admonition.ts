import { classesOf, type Element, elementsOf, Holds, holds, type Node, textOf } from './node.ts';
import { type Page, writeBold } from './page.ts';
import { HEADINGS } from './tags.ts';

const KINDS = new Set(
  `admonition admonitionblock alert attention callout caution custom-block danger error example-box hint important info markdown-alert note
  notice seealso sidebar tip todo topic warning`.split(/\s+/),
);

/** Writes a note, warning or the like, its title in bold type; says whether the element is one. */
export function writeAdmonition(page: Page, element: Element): boolean {
  if (!element.attributes.has('class') || !classesOf(element).some(isKind)) return false;
  if (classesOf(element).includes('admonitionblock') && holds(element, Holds.table)) {
    writeAsciidoctor(page, element);
    return true;
  }
  const [title] = elementsOf(element).filter(({ silent }) => !silent);
  if (!title || !isTitle(title) || startsWithText(element)) return false;
  writeBold(page, [title]);
  page.render(element.children.slice(element.children.indexOf(title) + 1));
  return true;
}

function isKind(name: string): boolean {
  return (
    KINDS.has(name) ||
    name.startsWith('admonition-') ||
    name.startsWith('alert-') ||
    name.startsWith('theme-admonition')
  );
}

function isTitle(element: Element): boolean {
  return (
    HEADINGS.has(element.name) || classesOf(element).some((name) => name.includes('title') || name.includes('heading'))
  );
}

/** A heading in the midst of an element is not its title. */
function startsWithText({ children }: Element): boolean {
  const first = children.find((child) => child.kind === 'element' || child.text.trim() !== '');
  return first?.kind === 'text';
}

/** Asciidoctor's: a table with the kind in one cell, as a text or as the name of an icon, and the text in the other. */
function writeAsciidoctor(page: Page, element: Element): void {
  const cells = cellsIn(element);
  const icon = cells.find((cell) => classesOf(cell).includes('icon'));
  const contents = cells.filter((cell) => cell !== icon);
  if (icon) {
    const name = textOf(icon.children).trim() || nameOf(icon.children);
    if (name) writeBold(page, [{ kind: 'text', text: name, line: icon.line }]);
  }
  for (const { children } of contents) page.render(children);
}

function cellsIn(element: Element): Element[] {
  return elementsOf(element).flatMap((child) => (child.name === 'td' ? [child] : cellsIn(child)));
}

function nameOf(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    const name = node.kind === 'element' ? (node.attributes.get('title') ?? node.attributes.get('alt')) : undefined;
    if (name) return name;
  }
  return undefined;
}
