import { formatCodeSpan } from '../inline/code-span.ts';
import { escapeLineStart } from '../inline/escape-text.ts';
import { toPlainText } from '../inline/inline-markdown.ts';
import type { InlineScope } from '../inline/inline-scope.ts';
import type { LabeledBlocks, LineBlock, RstEntries, RstHeading, RstList, RstNode } from '../rst-node.ts';
import type { RstOutput } from './block-output.ts';
import { renderInlineLine, renderInlineText, writeText } from './inline-text.ts';
import { writeTable } from './render-table.ts';

export interface RenderContext {
  readonly out: RstOutput;
  readonly scope: InlineScope;
  /** Anchors of the headings that differ from GitHub's. */
  readonly ids: ReadonlyMap<RstHeading, string>;
  /** Whether the blocks are inside another block, in which case the end of a list of entries must be visible. */
  readonly isNested: boolean;
}

/** Writes blocks, separated by blank lines unless they are in a tight list. */
export function renderNodes(nodes: readonly RstNode[], context: RenderContext, isTight = false): void {
  nodes.forEach((node, index) => {
    if (index > 0 && !isTight) context.out.blank();
    renderNode(node, context, isTight);
  });
}

function renderNode(node: RstNode, context: RenderContext, isTight: boolean): void {
  const { out, scope } = context;
  switch (node.kind) {
    case 'heading': {
      const text = formatHeading(node, scope).replace(/#+$/, (marks) => `\\${marks}`);
      out.heading(node.level, text, node.line, context.ids.get(node));
      break;
    }
    case 'section-end':
      out.resume(node.level);
      break;
    case 'paragraph':
      writeText(renderInlineText(node.text, scope), node.line, out);
      break;
    case 'code': {
      const code = node.parsed ? toPlainText(node.code.join('\n'), scope).split('\n') : node.code;
      out.code(node.info, code, node.line);
      break;
    }
    case 'list':
      renderList(node, context);
      break;
    case 'entries':
      renderEntries(node, context);
      break;
    case 'labeled':
      if (node.alert) renderAlert(node, node.alert, context);
      else renderLabeled(node, context, isTight);
      break;
    case 'quote':
      out.within('> ', '> ', 1, () => renderNodes(node.nodes, createNestedContext(context)));
      break;
    case 'lines':
      renderLines(node, context);
      break;
    case 'table':
      writeTable(node, out, scope);
      break;
    case 'html':
      node.html.forEach((line, index) => {
        out.line(line, node.line + index);
      });
      break;
    case 'break':
      // `---` could be parsed as front matter or as the underline of a heading.
      out.line('***', node.line);
      break;
  }
}

function renderAlert(
  { nodes, line }: LabeledBlocks,
  { mark, title }: NonNullable<LabeledBlocks['alert']>,
  context: RenderContext,
): void {
  const head = title.length === 0 ? [] : [{ kind: 'paragraph', text: title, line } as const];
  const first = { kind: 'paragraph', text: [mark], line } as const;
  context.out.within('> ', '> ', 1, () => renderNodes([first, ...head, ...nodes], createNestedContext(context)));
}

function formatHeading({ rst, isCode }: RstHeading, scope: InlineScope): string {
  return isCode ? formatCodeSpan(rst) : renderInlineLine([{ rst }], scope);
}

function createNestedContext(context: RenderContext): RenderContext {
  return context.isNested ? context : { ...context, isNested: true };
}

function renderList(list: RstList, context: RenderContext): void {
  const { out } = context;
  const isTight = isTightList(list);
  list.items.forEach(({ marker, nodes, line }, index) => {
    if (index > 0 && !isTight) out.blank();
    out.within(marker, ' '.repeat(marker.length), line, () =>
      renderNodes(nodes, createNestedContext(context), isTight),
    );
  });
}

/** Returns whether each item contains at most a paragraph and tight lists. */
function isTightList({ items }: RstList): boolean {
  return items.every(({ nodes }) => isTightItem(nodes));
}

function isTightItem(nodes: readonly RstNode[]): boolean {
  const [first, ...lists] = nodes;
  if (!first) return true;
  if (first.kind === 'labeled') return lists.length === 0 && isTightItem(first.nodes);
  if (nodes.length === 1) return first.kind !== 'list' || isTightList(first);
  if (first.kind !== 'paragraph') return false;
  return lists.every((list) => list.kind === 'list' && canInterruptParagraph(list) && isTightList(list));
}

/** Returns whether the list can follow a paragraph without a blank line. Markdown requires an item with text, and the number 1 in a numbered list. */
function canInterruptParagraph({ items }: RstList): boolean {
  const [first] = items;
  return first !== undefined && first.nodes.length > 0 && (first.marker === '- ' || first.marker === '1. ');
}

/**
 * Renders short entries as a list. Renders long entries one after another, because indented content in a list is harder to read and to split. Inside
 * other blocks, always renders a list, so that the end of the entries is visible.
 */
function renderEntries({ entries }: RstEntries, context: RenderContext): void {
  const { out } = context;
  const areShort = entries.every(
    ({ nodes }) => nodes.length <= 1 && (nodes[0] ?? { kind: 'paragraph' }).kind === 'paragraph',
  );
  const isList = areShort || context.isNested;
  entries.forEach((entry, index) => {
    if (index > 0 && !areShort) out.blank();
    if (isList) out.within('- ', '  ', entry.line, () => renderLabeled(entry, createNestedContext(context), false));
    else renderLabeled(entry, context, false);
  });
}

function renderLabeled({ label, colon, nodes, line }: LabeledBlocks, context: RenderContext, isTight: boolean): void {
  const { out, scope } = context;
  const text = renderInlineLine(label, scope);
  const [first, ...rest] = nodes;
  if (first?.kind === 'paragraph') {
    writeText(`${text}${colon} ${renderInlineText(first.text, scope)}`, first.line, out, line);
  } else {
    if (text !== '') out.line(escapeLineStart(text), line);
    if (first && !isTight) out.blank();
    if (first) renderNode(first, createNestedContext(context), isTight);
  }
  for (const node of rest) {
    if (!isTight) out.blank();
    renderNode(node, createNestedContext(context), isTight);
  }
}

/** Writes lines with preserved line breaks. A line before another line of text ends with a hard line break. */
function renderLines({ lines }: LineBlock, { out, scope }: RenderContext): void {
  lines.forEach(({ text, line }, index) => {
    const markdown = renderInlineLine(text, scope);
    const nextLine = lines[index + 1];
    if (markdown === '') out.blank();
    else
      out.line(
        escapeLineStart(markdown) + (nextLine && renderInlineLine(nextLine.text, scope) !== '' ? '  ' : ''),
        line,
      );
  });
}
