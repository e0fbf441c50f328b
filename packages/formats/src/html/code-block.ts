import { renderFence } from '@context-sync/reading';
import { parseLanguage } from './code-language.ts';
import { type Element, getClasses, getElements, type Node } from './html-node.ts';
import type { Page } from './html-page.ts';
import { BLOCK_TAGS, PREFORMATTED_TAGS } from './html-tags.ts';
import type { HtmlLine } from './markdown-lines.ts';
import { isPermalink } from './permalink.ts';
import { formatCodeSpan } from './write-inline.ts';

/** Class names with which highlighters mark line numbers. */
const LINE_NUMBER_CLASSES = new Set([
  'blob-num',
  'gutter',
  'hljs-ln-numbers',
  'line-number',
  'line-numbers-rows',
  'lineno',
  'linenodiv',
  'linenos',
  'rouge-gutter',
]);

/** Returns whether the element contains only line numbers of code. */
export function isLineNumber(element: Element): boolean {
  return element.attributes.has('class') && getClasses(element).some((name) => LINE_NUMBER_CLASSES.has(name));
}

/** Returns whether the element is a code block: preformatted text, or Doxygen's lines of code. */
export function isCodeBlock(element: Element): boolean {
  return PREFORMATTED_TAGS.has(element.name) || (element.name === 'div' && getClasses(element).includes('fragment'));
}

/** Writes a code block as one fence, or as one fence per variant. */
export function writeCodeBlock(page: Page, block: Element): void {
  const variants = getVariants(block);
  if (variants.length === 0) writeCode(page, parseLanguage(block), getCodeLines(getContent(block)));
  for (const variant of variants) writeCode(page, parseLanguage(variant), getCodeLines(variant.children));
}

/** Returns the content of a code block. In Doxygen's pages, omits the tooltips after the last line. */
function getContent(block: Element): readonly Node[] {
  const lines = block.name === 'div' ? getElements(block).filter((line) => getClasses(line).includes('line')) : [];
  return lines.length > 0 ? lines : block.children;
}

/** Returns the variants of a code block that displays one variant at a time, for example one per language or module system. */
function getVariants(block: Element): readonly Element[] {
  const codes = getElements(block).filter(({ name }) => name === 'code');
  const classes = new Set(codes.map(({ attributes }) => attributes.get('class') ?? ''));
  return codes.length > 1 && classes.size === codes.length ? codes : [];
}

/** Writes lines of code as a fence; in a table cell, as inline code line by line. */
export function writeCode(page: Page, language: string, lines: readonly HtmlLine[]): void {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.text.trim() === '') start += 1;
  while (end > start && lines[end - 1]?.text.trim() === '') end -= 1;
  const lastLine = lines[end - 1];
  if (start === end || !lastLine) return;
  // A space often precedes the copy button after the last line.
  const code = [...lines.slice(start, end - 1), { text: lastLine.text.trimEnd(), from: lastLine.from }];
  if (page.isInCell) {
    page.out.block(
      code.flatMap(({ text, from }) => (text.trim() === '' ? [] : [{ text: formatCodeSpan(text.trimEnd()), from }])),
    );
    return;
  }
  page.out.block(renderFence(language, code));
}

/** Returns the lines of preformatted text. Blocks in it start new lines. */
export function getCodeLines(nodes: readonly Node[]): readonly HtmlLine[] {
  const lines: HtmlLine[] = [];
  let currentLine: { text: string; from: number } | undefined;

  function breakLine(from: number): void {
    lines.push(currentLine ?? { text: '', from });
    currentLine = undefined;
  }

  function addText(text: string, from: number): void {
    for (const [index, part] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) breakLine(from + index - 1);
      if (part === '') continue;
      if (currentLine) currentLine.text += part;
      else currentLine = { text: part, from: from + index };
    }
  }

  function add(inner: readonly Node[]): void {
    for (const node of inner) {
      if (node.kind === 'text') addText(node.text, node.line);
      else if (node.isIgnored || isLineNumber(node) || isPermalink(node)) continue;
      else if (node.name === 'br') breakLine(node.line);
      else if (BLOCK_TAGS.has(node.name)) {
        if (currentLine) breakLine(node.line);
        const lineCount = lines.length;
        add(node.children);
        if (currentLine || lines.length === lineCount) breakLine(node.line);
      } else add(node.children);
    }
  }

  add(nodes);
  if (currentLine) breakLine(1);
  return lines;
}
