import { createAlertHead } from '@context-sync/reading';
import { type Element, ElementFlag, getClasses, getElements, getText, hasFlag, type Node } from './html-node.ts';
import { type Page, writeBold } from './html-page.ts';
import { HEADING_TAGS } from './html-tags.ts';

const ADMONITION_CLASSES = new Set(
  `admonition admonitionblock alert attention callout caution custom-block danger error example-box hint important info markdown-alert note
  notice seealso sidebar tip todo topic warning`.split(/\s+/),
);

/** Writes an admonition, such as a note or a warning, with its title in bold. Returns whether the element is an admonition. */
export function writeAdmonition(page: Page, element: Element): boolean {
  if (!element.attributes.has('class') || !getClasses(element).some(isAdmonitionClass)) return false;
  if (getClasses(element).includes('admonitionblock') && hasFlag(element, ElementFlag.table)) {
    writeAsciidoctorAdmonition(page, element);
    return true;
  }
  const [title] = getElements(element).filter(({ isIgnored }) => !isIgnored);
  if (!title || !isTitle(title) || startsWithText(element)) return false;
  const contents = element.children.slice(element.children.indexOf(title) + 1);
  if (writeAlert(page, getText([title]), getClasses(element), contents)) return true;
  writeBold(page, [title]);
  page.render(contents);
  return true;
}

/**
 * Writes a GitHub alert, if the page uses such alerts.
 * @param classes CSS classes of the admonition, which name its kind if the title does not
 */
function writeAlert(page: Page, title: string, classes: readonly string[], contents: readonly Node[]): boolean {
  if (!page.alerts || page.isInCell) return false;
  const words = title.replaceAll(/\s+/g, ' ').trim();
  const kinds = classes.map((name) => name.replace(/^(?:admonition|alert|theme-admonition|markdown-alert)-/, ''));
  const alertHead = createAlertHead(words);
  const alert = alertHead ?? kinds.map((kind) => createAlertHead(kind, words)).find((head) => head !== undefined);
  if (!alert) return false;
  const line = contents[0]?.line ?? 1;
  const wasTight = page.out.isTight();
  page.out.open('> ', '> ');
  page.out.setTight(false);
  page.out.block([{ text: alert.mark, from: line }]);
  if (alert.title !== '') page.out.block([{ text: `**${escapeTitle(alert.title)}**`, from: line }]);
  page.render(contents);
  page.out.close();
  page.out.setTight(wasTight);
  return true;
}

function escapeTitle(title: string): string {
  return title.replaceAll(/[\\`*_[\]<]/g, String.raw`\$&`);
}

function isAdmonitionClass(name: string): boolean {
  return (
    ADMONITION_CLASSES.has(name) ||
    name.startsWith('admonition-') ||
    name.startsWith('alert-') ||
    name.startsWith('theme-admonition')
  );
}

function isTitle(element: Element): boolean {
  return (
    HEADING_TAGS.has(element.name) ||
    getClasses(element).some((name) => name.includes('title') || name.includes('heading'))
  );
}

/** Returns whether the element starts with text. A heading after that text is not the title of the admonition. */
function startsWithText({ children }: Element): boolean {
  const firstChild = children.find((child) => child.kind === 'element' || child.text.trim() !== '');
  return firstChild?.kind === 'text';
}

/** Writes an admonition in Asciidoctor's markup: a table whose first cell contains the kind, as text or as the name of an icon, and whose second cell contains the text. */
function writeAsciidoctorAdmonition(page: Page, element: Element): void {
  const cells = findCells(element);
  const icon = cells.find((cell) => getClasses(cell).includes('icon'));
  const contents = cells.filter((cell) => cell !== icon);
  if (icon) {
    const name = getText(icon.children).trim() || findIconName(icon.children);
    if (
      name &&
      writeAlert(
        page,
        name,
        [],
        contents.flatMap(({ children }) => children),
      )
    )
      return;
    if (name) writeBold(page, [{ kind: 'text', text: name, line: icon.line }]);
  }
  for (const { children } of contents) page.render(children);
}

function findCells(element: Element): Element[] {
  return getElements(element).flatMap((child) => (child.name === 'td' ? [child] : findCells(child)));
}

function findIconName(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    const name = node.kind === 'element' ? (node.attributes.get('title') ?? node.attributes.get('alt')) : undefined;
    if (name) return name;
  }
  return undefined;
}
