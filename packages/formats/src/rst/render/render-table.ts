import { formatCodeSpan } from '../inline/code-span.ts';
import { toPlainText } from '../inline/inline-markdown.ts';
import type { InlineScope } from '../inline/inline-scope.ts';
import type { LabeledBlocks, RstCell, RstNode, RstRow, RstTable } from '../rst-node.ts';
import type { RstOutput } from './block-output.ts';
import { renderInlineLine } from './inline-text.ts';

/** Maximum length of a cell whose text is repeated in all rows that the cell spans, so that each row is complete. */
const MAX_REPEATED_CHARS = 60;
const HTML_BREAK = '<br>';

/** Writes a GFM table: one header row and one line per row. */
export function writeTable({ head, body, line }: RstTable, out: RstOutput, scope: InlineScope): void {
  const texts = new Map<RstCell, string>();
  const getText = (cell: RstCell): string => {
    let text = texts.get(cell);
    if (text === undefined) {
      text = renderCell(cell.nodes, scope);
      texts.set(cell, text);
    }
    return text;
  };
  const width = [...head, ...body].reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (width === 0) return;
  out.line(formatRow(mergeHeaderRows(head, width, getText)), head[0]?.line ?? line);
  out.line(`|${' --- |'.repeat(width)}`, head.at(-1)?.line ?? line);
  body.forEach((row, index) => {
    out.line(formatRow(renderBodyTexts(row, body[index - 1], getText)), row.line);
  });
}

/** Merges several header rows into one row by joining the text of each column. */
function mergeHeaderRows(head: readonly RstRow[], width: number, getText: (cell: RstCell) => string): string[] {
  const columns: Set<RstCell>[] = Array.from({ length: width }, () => new Set());
  for (const { cells } of head) cells.forEach((cell, column) => void columns[column]?.add(cell));
  return columns.map((cells) =>
    [...cells]
      .map(getText)
      .filter((text) => text !== '')
      .join(' '),
  );
}

function renderBodyTexts(
  { cells }: RstRow,
  rowAbove: RstRow | undefined,
  getText: (cell: RstCell) => string,
): string[] {
  return cells.map((cell, column) => {
    if (cell === cells[column - 1]) return '';
    const text = getText(cell);
    const isRepeated = cell === rowAbove?.cells[column];
    return isRepeated && (text.length > MAX_REPEATED_CHARS || text.includes(HTML_BREAK)) ? '' : text;
  });
}

function formatRow(texts: readonly string[]): string {
  return texts.reduce((line, text) => `${line}${text === '' ? '' : ` ${text}`} |`, '|');
}

/** Renders blocks on one line. A pipe after a backslash cannot be escaped with another backslash. */
function renderCell(nodes: readonly RstNode[], scope: InlineScope): string {
  return renderParts(nodes, scope).join(HTML_BREAK).replaceAll('\\|', '\\&#124;').replaceAll('|', '\\|');
}

function renderParts(nodes: readonly RstNode[], scope: InlineScope): string[] {
  return nodes.flatMap((node) => renderNodeParts(node, scope)).filter((part) => part !== '');
}

function renderNodeParts(node: RstNode, scope: InlineScope): string[] {
  switch (node.kind) {
    case 'paragraph':
      return [renderInlineLine(node.text, scope)];
    case 'heading':
      return [renderInlineLine([{ rst: node.rst, strong: true }], scope)];
    case 'code': {
      const code = node.parsed ? toPlainText(node.code.join('\n'), scope).split('\n') : node.code;
      return code.map(formatCodeSpan);
    }
    case 'list':
      return node.items.flatMap(({ marker, nodes }) => joinLabel(marker.trimEnd(), renderParts(nodes, scope)));
    case 'entries':
      return node.entries.flatMap((entry) => renderLabeledParts(entry, scope));
    case 'labeled':
      return renderLabeledParts(node, scope);
    case 'quote':
      return renderParts(node.nodes, scope);
    case 'lines':
      return node.lines.map(({ text }) => renderInlineLine(text, scope));
    case 'table':
      return [...node.head, ...node.body].map(({ cells }) =>
        [...new Set(cells)].map(({ nodes }) => renderParts(nodes, scope).join(' ')).join(' / '),
      );
    case 'html':
      return [node.html.map((line) => line.trim()).join(' ')];
    case 'break':
    case 'section-end':
      return [];
  }
}

function renderLabeledParts({ label, colon, nodes }: LabeledBlocks, scope: InlineScope): string[] {
  const text = renderInlineLine(label, scope);
  return nodes.length === 0 ? [text] : joinLabel(text + colon, renderParts(nodes, scope));
}

function joinLabel(label: string, [first, ...rest]: readonly string[]): string[] {
  return [first === undefined ? label : `${label} ${first}`, ...rest];
}
