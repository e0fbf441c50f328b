import { codeSpan } from '../inline/code-span.ts';
import { toPlainText } from '../inline/markdown.ts';
import type { InlineScope } from '../inline/scope.ts';
import type { Cell, Led, Node, Row, Table } from '../node.ts';
import { inlineLine } from './inline-text.ts';
import type { Out } from './output.ts';

/** Cells that span rows are repeated in each, so that a row can be read alone, up to this length. */
const REPEATED_LENGTH = 60;
const BREAK = '<br>';

/** Writes a table as GFM has it: one head row, one line for each row. */
export function writeTable({ head, body, line }: Table, out: Out, scope: InlineScope): void {
  const texts = new Map<Cell, string>();
  const textOf = (cell: Cell): string => {
    let text = texts.get(cell);
    if (text === undefined) {
      text = cellText(cell.nodes, scope);
      texts.set(cell, text);
    }
    return text;
  };
  const width = [...head, ...body].reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (width === 0) return;
  out.line(rowLine(headTexts(head, width, textOf)), head[0]?.line ?? line);
  out.line(`|${' --- |'.repeat(width)}`, head.at(-1)?.line ?? line);
  body.forEach((row, index) => {
    out.line(rowLine(bodyTexts(row, body[index - 1], textOf)), row.line);
  });
}

/** Several head rows become one: each column's texts one after another. */
function headTexts(head: readonly Row[], width: number, textOf: (cell: Cell) => string): string[] {
  const columns: Set<Cell>[] = Array.from({ length: width }, () => new Set());
  for (const { cells } of head) cells.forEach((cell, column) => void columns[column]?.add(cell));
  return columns.map((cells) =>
    [...cells]
      .map(textOf)
      .filter((text) => text !== '')
      .join(' '),
  );
}

function bodyTexts({ cells }: Row, above: Row | undefined, textOf: (cell: Cell) => string): string[] {
  return cells.map((cell, column) => {
    if (cell === cells[column - 1]) return '';
    const text = textOf(cell);
    const isRepeated = cell === above?.cells[column];
    return isRepeated && (text.length > REPEATED_LENGTH || text.includes(BREAK)) ? '' : text;
  });
}

function rowLine(texts: readonly string[]): string {
  return texts.reduce((line, text) => `${line}${text === '' ? '' : ` ${text}`} |`, '|');
}

/** Blocks on one line. A pipe behind a backslash cannot be escaped once more. */
function cellText(nodes: readonly Node[], scope: InlineScope): string {
  return pieces(nodes, scope).join(BREAK).replaceAll('\\|', '\\&#124;').replaceAll('|', '\\|');
}

function pieces(nodes: readonly Node[], scope: InlineScope): string[] {
  return nodes.flatMap((node) => nodePieces(node, scope)).filter((piece) => piece !== '');
}

function nodePieces(node: Node, scope: InlineScope): string[] {
  switch (node.kind) {
    case 'paragraph':
      return [inlineLine(node.text, scope)];
    case 'heading':
      return [inlineLine([{ rst: node.rst, strong: true }], scope)];
    case 'code': {
      const code = node.parsed ? toPlainText(node.code.join('\n'), scope).split('\n') : node.code;
      return code.map(codeSpan);
    }
    case 'list':
      return node.items.flatMap(({ marker, nodes }) => led(marker.trimEnd(), pieces(nodes, scope)));
    case 'entries':
      return node.entries.flatMap((entry) => ledPieces(entry, scope));
    case 'led':
      return ledPieces(node, scope);
    case 'quote':
      return pieces(node.nodes, scope);
    case 'lines':
      return node.lines.map(({ text }) => inlineLine(text, scope));
    case 'table':
      return [...node.head, ...node.body].map(({ cells }) =>
        [...new Set(cells)].map(({ nodes }) => pieces(nodes, scope).join(' ')).join(' / '),
      );
    case 'html':
      return [node.html.map((line) => line.trim()).join(' ')];
    case 'break':
      return [];
  }
}

function ledPieces({ lead, colon, nodes }: Led, scope: InlineScope): string[] {
  const text = inlineLine(lead, scope);
  return nodes.length === 0 ? [text] : led(text + colon, pieces(nodes, scope));
}

function led(lead: string, [first, ...rest]: readonly string[]): string[] {
  return [first === undefined ? lead : `${lead} ${first}`, ...rest];
}
