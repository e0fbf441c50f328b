import { escapeInline, PAIRED_MARKS } from '../plain/escape-inline.ts';
import { type Element, getText, isBlock, type Node } from './html-node.ts';
import { BLOCK_TAGS } from './html-tags.ts';
import type { InlineMark, InlineWriter } from './inline-writer.ts';
import { getDestination } from './link-destination.ts';
import { isPermalink } from './permalink.ts';
import { isExponent, writeExponent } from './superscript.ts';

const EMPHASIS_MARKS: ReadonlyMap<string, InlineMark> = new Map<string, InlineMark>([
  ['b', '**'],
  ['del', '~~'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
  ['strike', '~~'],
  ['strong', '**'],
]);

/** Represents a line break in code, where line breaks of the source are only white space. */
const LINE_BREAK = '\u0000';

/** Writes nodes as inline content. */
export function writeInline(writer: InlineWriter, nodes: readonly Node[]): void {
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 'text') writer.text(node.text, node.line);
    else if (node.isIgnored) continue;
    else if (node.name === 'sup' && isExponent(node, nodes[index - 1])) writeExponent(writer, node);
    else writeElement(writer, node);
  }
}

const WRITERS: ReadonlyMap<string, (writer: InlineWriter, element: Element) => void> = new Map([
  ['a', writeLink],
  ['br', (writer) => writer.lineBreak()],
  ['code', writeCode],
  ['img', writeImage],
  ['input', () => {}],
  ['math', writeMath],
  ['q', writeQuotation],
  ['script', writeFormula],
  ['tt', writeCode],
]);

function writeElement(writer: InlineWriter, element: Element): void {
  const { name, children } = element;
  const emphasis = EMPHASIS_MARKS.get(name);
  const write = WRITERS.get(name);
  if (emphasis) writeMarked(writer, emphasis, children);
  else if (write) write(writer, element);
  else if (BLOCK_TAGS.has(name) || isMemberLabel(element)) {
    writer.space();
    writeInline(writer, children);
    writer.space();
  } else writeInline(writer, children);
}

/** Returns whether the element is a label such as "abstract", which Doxygen places after a name without a space. */
function isMemberLabel({ attributes }: Element): boolean {
  return attributes.get('class')?.startsWith('mlabel') === true;
}

function writeQuotation(writer: InlineWriter, { children, line }: Element): void {
  writer.raw('“', line);
  writeInline(writer, children);
  writer.raw('”', line);
}

function writeMarked(writer: InlineWriter, mark: InlineMark, nodes: readonly Node[]): void {
  writer.begin(mark);
  writeInline(writer, nodes);
  writer.end();
}

function writeLink(writer: InlineWriter, element: Element): void {
  if (isPermalink(element)) return;
  const destination = getDestination(element.attributes.get('href'));
  if (destination === undefined) writeInline(writer, element.children);
  else if (/^(?:https?|mailto):/.test(destination) && getText(element.children).trim() === destination)
    writer.raw(`<${destination}>`, element.line);
  else writeMarked(writer, { destination }, element.children);
}

function writeImage(writer: InlineWriter, { attributes, line }: Element): void {
  const alt = attributes.get('alt')?.trim();
  // According to the HTML specification, an image with an empty alternative text is decoration.
  if (alt === '') return;
  const source = getDestination(attributes.get('src')) ?? getDestination(attributes.get('data-src'));
  if (source === undefined) {
    if (alt) writer.text(alt, line);
    return;
  }
  const text = escapeInline((alt ?? '').split(/\s+/).join(' '), `${PAIRED_MARKS}[`);
  writer.raw(`![${text}](${source})`, line);
}

function writeCode(writer: InlineWriter, element: Element): void {
  // Keep a link that covers the whole code.
  const link = findSoleLink(element);
  const destination = getDestination(link?.attributes.get('href'));
  if (destination !== undefined) writer.begin({ destination });
  for (const [index, part] of getText(element.children, LINE_BREAK).split(LINE_BREAK).entries()) {
    if (index > 0) writer.lineBreak();
    if (/^\s/.test(part)) writer.space();
    const text = part.replaceAll(/[ \t\n\f\r]+/g, ' ').trim();
    if (text !== '') writer.raw(formatCodeSpan(text), element.line);
    if (/\s$/.test(part)) writer.space();
  }
  if (destination !== undefined) writer.end();
}

function findSoleLink(element: Element): Element | undefined {
  const filledChildren = element.children.filter((child) => child.kind === 'element' || child.text.trim() !== '');
  const [first] = filledChildren;
  return filledChildren.length === 1 && first?.kind === 'element' && first.name === 'a' && !isBlock(first)
    ? first
    : undefined;
}

/** Returns inline code. Its delimiter has more backticks than any run of backticks in the code. */
export function formatCodeSpan(text: string): string {
  let longestRun = 0;
  for (const run of text.match(/`+/g) ?? []) longestRun = Math.max(longestRun, run.length);
  const backticks = '`'.repeat(longestRun + 1);
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return backticks + padding + text + padding + backticks;
}

/** Writes a formula as TeX if the element contains its TeX source. */
function writeMath(writer: InlineWriter, element: Element): void {
  const tex = findTexAnnotation(element)?.trim();
  if (tex) writer.raw(`$${tex.replaceAll(/\s+/g, ' ')}$`, element.line);
  else writeInline(writer, element.children);
}

/** Writes a formula from a `script` element. */
function writeFormula(writer: InlineWriter, element: Element): void {
  const tex = element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('');
  if (tex.trim() !== '') writer.raw(`$${tex.replaceAll(/\s+/g, ' ').trim()}$`, element.line);
}

function findTexAnnotation(element: Element): string | undefined {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.name === 'annotation' && child.attributes.get('encoding')?.includes('tex'))
      return getText(child.children);
    const annotation = findTexAnnotation(child);
    if (annotation !== undefined) return annotation;
  }
  return undefined;
}
