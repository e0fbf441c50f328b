import { type Element, getClasses, getText, isBlock, type Node } from './html-node.ts';
import type { Page } from './html-page.ts';
import { createInlineWriter, type InlineWriter } from './inline-writer.ts';
import { isPermalink } from './permalink.ts';
import { getSectionLevel } from './section-heading.ts';
import { getId, writeTitle } from './write-heading.ts';
import { formatCodeSpan, writeInline } from './write-inline.ts';

/** Consecutive terms of a definition list with the definitions that they share. */
interface DefinitionGroup {
  readonly terms: Element[];
  readonly definitions: Element[];
}

/** Classes of Sphinx's definition lists that document an API. */
const API_CLASSES = new Set(
  `attribute class classmethod data describe enum enumerator exception function macro member method module property staticmethod struct type
  var`.split(/\s+/),
);

/**
 * Writes a definition list: each group as a list item that begins with its terms in bold. API entries that Sphinx writes as definition lists, such as
 * functions and classes, become sections.
 */
export function writeDefinitionList(page: Page, element: Element): void {
  const groups: DefinitionGroup[] = [];
  const strayNodes: Node[] = [];
  collectGroups(element.children, groups, strayNodes);
  if (isApiReference(element, groups) && !page.out.isNested() && !page.isInCell && !page.isFragment)
    writeApiReference(page, element, groups);
  else writeItems(page, groups);
  page.render(strayNodes);
}

function collectGroups(nodes: readonly Node[], groups: DefinitionGroup[], strays: Node[]): void {
  for (const node of nodes) {
    const lastGroup = groups.at(-1);
    if (node.kind === 'text') {
      if (node.text.trim() !== '') strays.push(node);
    } else if (node.isIgnored) continue;
    else if (node.name === 'dt') {
      if (lastGroup && lastGroup.definitions.length === 0) lastGroup.terms.push(node);
      else groups.push({ terms: [node], definitions: [] });
    } else if (node.name === 'dd') {
      if (lastGroup) lastGroup.definitions.push(node);
      else groups.push({ terms: [], definitions: [node] });
    } else if (node.name === 'div') collectGroups(node.children, groups, strays);
    else strays.push(node);
  }
}

/** Writes each group as a list item. */
export function writeItems(page: Page, groups: readonly DefinitionGroup[]): void {
  const wasTight = page.out.isTight();
  const isTight = groups.every(
    ({ definitions }) => definitions.length < 2 && definitions.every((one) => getParagraph(one) !== undefined),
  );
  for (const [index, { terms, definitions }] of groups.entries()) {
    page.out.setTight(index === 0 ? wasTight : isTight);
    page.out.open('- ', '  ');
    page.out.setTight(isTight);
    const writer = createInlineWriter();
    writeTerms(writer, terms);
    const [definition] = definitions;
    if (isTight && definition) {
      if (terms.length > 0 && !endsWithColon(terms)) writer.punctuation(':', definition.line);
      writer.space();
      writeInline(writer, getParagraph(definition) ?? []);
    }
    page.out.block(writer.lines(page.isInCell ? 'part of a cell' : 'lines'));
    if (!isTight) for (const { children } of definitions) page.render(children);
    page.out.close();
  }
  page.out.setTight(wasTight);
}

/** Returns the content of an element that contains a single paragraph, with or without a `p` tag. */
function getParagraph({ children }: Element): readonly Node[] | undefined {
  if (!children.some(isBlock)) return children;
  const filledChildren = children.filter((child) => child.kind === 'element' || child.text.trim() !== '');
  const [first] = filledChildren;
  const isParagraph =
    filledChildren.length === 1 && first?.kind === 'element' && first.name === 'p' && !first.children.some(isBlock);
  return isParagraph ? first.children : undefined;
}

function writeTerms(writer: InlineWriter, terms: readonly Element[]): void {
  for (const [index, term] of terms.entries()) {
    if (index > 0) {
      writer.punctuation(',', term.line);
      writer.space();
    }
    writer.begin('**');
    writeInline(writer, term.children);
    writer.end();
  }
}

function endsWithColon(terms: readonly Element[]): boolean {
  return getText(terms.at(-1)?.children ?? [])
    .trimEnd()
    .endsWith(':');
}

function isApiReference(element: Element, groups: readonly DefinitionGroup[]): boolean {
  const terms = groups.flatMap((group) => group.terms);
  if (terms.some((term) => getClasses(term).some((name) => name === 'sig' || name === 'sig-object'))) return true;
  return (
    terms.some(({ attributes }) => attributes.has('id')) && getClasses(element).some((name) => API_CLASSES.has(name))
  );
}

function writeApiReference(page: Page, element: Element, groups: readonly DefinitionGroup[]): void {
  const outerLevel = page.apiLevel;
  const level = Math.max(outerLevel ?? getSectionLevel(element) ?? page.level, 1) + 1;
  for (const { terms, definitions } of groups) {
    for (const [index, term] of terms.entries()) {
      const signature = getSignature(term.children).replaceAll(/\s+/g, ' ').trim();
      if (signature === '') continue;
      const text = formatCodeSpan(signature);
      if (index > 0) page.out.block([{ text, from: term.line }]);
      else writeTitle(page, level, text, signature, term.line, getId(term));
    }
    page.apiLevel = level;
    for (const { children } of definitions) page.render(children);
    page.apiLevel = outerLevel;
  }
}

/** Returns the text of a signature without its permalink and its link to the source. */
function getSignature(nodes: readonly Node[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (!node.isIgnored && !isPermalink(node) && !getClasses(node).includes('viewcode-link'))
      text += getSignature(node.children);
  }
  return text;
}
