import { idOf, writeTitle } from './heading.ts';
import { codeSpan, writeInline } from './inline.ts';
import { createInlineWriter, type InlineWriter } from './inline-writer.ts';
import { classesOf, type Element, isBlock, type Node } from './node.ts';
import type { Page } from './page.ts';
import { isPermalink } from './permalink.ts';
import { sectionLevel } from './section.ts';

/** Terms with what they mean. */
interface Group {
  readonly terms: Element[];
  readonly meanings: Element[];
}

/** Classes of Sphinx's lists that describe a part of a programming interface. */
const REFERENCE = new Set(
  `attribute class classmethod data describe enum enumerator exception function macro member method module property staticmethod struct type
  var`.split(/\s+/),
);

/**
 * Writes a list of definitions: each as a list item that begins with the term in bold type. The functions, classes and the like that Sphinx
 * describes in such lists become sections.
 */
export function writeDefinitionList(page: Page, element: Element): void {
  const groups: Group[] = [];
  const strays: Node[] = [];
  collect(element.children, groups, strays);
  if (isReference(element, groups) && !page.out.isNested() && !page.isInCell && !page.isPart)
    writeReference(page, element, groups);
  else writeItems(page, groups);
  page.render(strays);
}

function collect(nodes: readonly Node[], groups: Group[], strays: Node[]): void {
  for (const node of nodes) {
    const last = groups.at(-1);
    if (node.kind === 'text') {
      if (node.text.trim() !== '') strays.push(node);
    } else if (node.silent) continue;
    else if (node.name === 'dt') {
      if (last && last.meanings.length === 0) last.terms.push(node);
      else groups.push({ terms: [node], meanings: [] });
    } else if (node.name === 'dd') {
      if (last) last.meanings.push(node);
      else groups.push({ terms: [], meanings: [node] });
    } else if (node.name === 'div') collect(node.children, groups, strays);
    else strays.push(node);
  }
}

function writeItems(page: Page, groups: readonly Group[]): void {
  const outer = page.out.isTight();
  const isTight = groups.every(
    ({ meanings }) => meanings.length < 2 && meanings.every((one) => paragraphOf(one) !== undefined),
  );
  for (const [index, { terms, meanings }] of groups.entries()) {
    page.out.tight(index === 0 ? outer : isTight);
    page.out.open('- ', '  ');
    page.out.tight(isTight);
    const writer = createInlineWriter();
    writeTerms(writer, terms);
    const [meaning] = meanings;
    if (isTight && meaning) {
      if (terms.length > 0) writer.sign(':', meaning.line);
      writer.space();
      writeInline(writer, paragraphOf(meaning) ?? []);
    }
    page.out.block(writer.lines(page.isInCell ? 'part of a cell' : 'lines'));
    if (!isTight) for (const { children } of meanings) page.render(children);
    page.out.close();
  }
  page.out.tight(outer);
}

/** What is in an element that is but one paragraph, with a tag for it or without. */
function paragraphOf({ children }: Element): readonly Node[] | undefined {
  if (!children.some(isBlock)) return children;
  const filled = children.filter((child) => child.kind === 'element' || child.text.trim() !== '');
  const [first] = filled;
  const isParagraph =
    filled.length === 1 && first?.kind === 'element' && first.name === 'p' && !first.children.some(isBlock);
  return isParagraph ? first.children : undefined;
}

function writeTerms(writer: InlineWriter, terms: readonly Element[]): void {
  for (const [index, term] of terms.entries()) {
    if (index > 0) {
      writer.sign(',', term.line);
      writer.space();
    }
    writer.begin('**');
    writeInline(writer, term.children);
    writer.end();
  }
}

function isReference(element: Element, groups: readonly Group[]): boolean {
  const terms = groups.flatMap((group) => group.terms);
  if (terms.some((term) => classesOf(term).some((name) => name === 'sig' || name === 'sig-object'))) return true;
  return terms.some(({ attributes }) => attributes.has('id')) && classesOf(element).some((name) => REFERENCE.has(name));
}

function writeReference(page: Page, element: Element, groups: readonly Group[]): void {
  const outer = page.reference;
  const level = Math.max(outer ?? sectionLevel(element) ?? page.level, 1) + 1;
  for (const { terms, meanings } of groups) {
    for (const [index, term] of terms.entries()) {
      const signature = signatureOf(term.children).replaceAll(/\s+/g, ' ').trim();
      if (signature === '') continue;
      const text = codeSpan(signature);
      if (index > 0) page.out.block([{ text, from: term.line }]);
      else writeTitle(page, level, text, signature, term.line, idOf(term));
    }
    page.reference = level;
    for (const { children } of meanings) page.render(children);
    page.reference = outer;
  }
}

/** The text of a signature, without the links to itself and to its source. */
function signatureOf(nodes: readonly Node[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (!node.silent && !isPermalink(node) && !classesOf(node).includes('viewcode-link'))
      text += signatureOf(node.children);
  }
  return text;
}
