import { asText } from '../inline/escaped.ts';
import { toPlainText } from '../inline/markdown.ts';
import type { InlineScope } from '../inline/scope.ts';
import type { Entries, Heading, Led, LineBlock, List, Node } from '../node.ts';
import { inlineLine, inlineText, writeText } from './inline-text.ts';
import type { Out } from './output.ts';
import { writeTable } from './table.ts';

export interface RenderContext {
  readonly out: Out;
  readonly scope: InlineScope;
  /** Anchors of the headings whose pages do not give them GitHub's. */
  readonly ids: ReadonlyMap<Heading, string>;
  /** Whether the blocks stand within others, so that their own must be told from what goes around them. */
  readonly isNested: boolean;
}

/** Writes blocks one after another, with empty lines between them unless they stand in a tight list. */
export function renderNodes(nodes: readonly Node[], context: RenderContext, isTight = false): void {
  nodes.forEach((node, index) => {
    if (index > 0 && !isTight) context.out.blank();
    renderNode(node, context, isTight);
  });
}

function renderNode(node: Node, context: RenderContext, isTight: boolean): void {
  const { out, scope } = context;
  switch (node.kind) {
    case 'heading': {
      const text = inlineLine([{ rst: node.rst }], scope).replace(/#+$/, (marks) => `\\${marks}`);
      out.heading(node.level, text, node.line, context.ids.get(node));
      break;
    }
    case 'paragraph':
      writeText(inlineText(node.text, scope), node.line, out);
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
    case 'led':
      renderLed(node, context, isTight);
      break;
    case 'quote':
      out.within('> ', '> ', 1, () => renderNodes(node.nodes, nested(context)));
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
      // `---` could be taken for front matter, or for the underline of a heading.
      out.line('***', node.line);
      break;
  }
}

function nested(context: RenderContext): RenderContext {
  return context.isNested ? context : { ...context, isNested: true };
}

function renderList(list: List, context: RenderContext): void {
  const { out } = context;
  const isTight = isTightList(list);
  list.items.forEach(({ marker, nodes, line }, index) => {
    if (index > 0 && !isTight) out.blank();
    out.within(marker, ' '.repeat(marker.length), line, () => renderNodes(nodes, nested(context), isTight));
  });
}

/** Whether no item holds more than a line of text, and lists of such under it. */
function isTightList({ items }: List): boolean {
  return items.every(({ nodes }) => isTightItem(nodes));
}

function isTightItem(nodes: readonly Node[]): boolean {
  const [first, ...lists] = nodes;
  if (!first) return true;
  if (first.kind === 'led') return lists.length === 0 && isTightItem(first.nodes);
  if (nodes.length === 1) return first.kind !== 'list' || isTightList(first);
  if (first.kind !== 'paragraph') return false;
  return lists.every((list) => list.kind === 'list' && mayInterrupt(list) && isTightList(list));
}

/** Only a list that begins at 1, and with text, may stand right below a paragraph. */
function mayInterrupt({ items }: List): boolean {
  const [first] = items;
  return first !== undefined && first.nodes.length > 0 && (first.marker === '- ' || first.marker === '1. ');
}

/**
 * Short entries make a list. Longer ones stand one after another, since what is indented in a list is harder to read and to cut; within other
 * blocks they are a list all the same, to show where they end.
 */
function renderEntries({ entries }: Entries, context: RenderContext): void {
  const { out } = context;
  const areShort = entries.every(
    ({ nodes }) => nodes.length <= 1 && (nodes[0] ?? { kind: 'paragraph' }).kind === 'paragraph',
  );
  const isList = areShort || context.isNested;
  entries.forEach((entry, index) => {
    if (index > 0 && !areShort) out.blank();
    if (isList) out.within('- ', '  ', entry.line, () => renderLed(entry, nested(context), false));
    else renderLed(entry, context, false);
  });
}

function renderLed({ lead, colon, nodes, line }: Led, context: RenderContext, isTight: boolean): void {
  const { out, scope } = context;
  const text = inlineLine(lead, scope);
  const [first, ...rest] = nodes;
  if (first?.kind === 'paragraph') {
    writeText(`${text}${colon} ${inlineText(first.text, scope)}`, first.line, out, line);
  } else {
    if (text !== '') out.line(asText(text), line);
    if (first && !isTight) out.blank();
    if (first) renderNode(first, nested(context), isTight);
  }
  for (const node of rest) {
    if (!isTight) out.blank();
    renderNode(node, nested(context), isTight);
  }
}

/** Each line but the last ends in a hard line break. */
function renderLines({ lines }: LineBlock, { out, scope }: RenderContext): void {
  lines.forEach(({ text, line }, index) => {
    const markdown = inlineLine(text, scope);
    const next = lines[index + 1];
    if (markdown === '') out.blank();
    else out.line(asText(markdown) + (next && inlineLine(next.text, scope) !== '' ? '  ' : ''), line);
  });
}
