import { isLineNumber } from './code-block.ts';
import type { Element, Node } from './html-node.ts';

/** A row of an HTML table. */
export interface HtmlRow {
  readonly cells: Element[];
  readonly isHead: boolean;
  readonly line: number;
  /** Whether cells with line numbers of code were omitted. */
  hadNumber: boolean;
}

/** The rows of an HTML table, and its content outside of cells. */
export interface TableContent {
  readonly rows: HtmlRow[];
  readonly captions: Element[];
  /** Nodes of the table that are outside of its cells. */
  readonly strays: Node[];
}

/** Returns the rows of a table from all of its row groups. */
export function collectTable(table: Element): TableContent {
  const content: TableContent = { rows: [], captions: [], strays: [] };
  collectRows(table.children, false, undefined, content);
  return content;
}

function collectRows(
  nodes: readonly Node[],
  isHead: boolean,
  row: HtmlRow | undefined,
  foundContent: TableContent,
): void {
  let currentRow = row;
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.text.trim() !== '') foundContent.strays.push(node);
      continue;
    }
    if (node.isIgnored) continue;
    switch (node.name) {
      case 'caption':
        foundContent.captions.push(node);
        break;
      case 'thead':
      case 'tbody':
      case 'tfoot':
        collectRows(node.children, node.name === 'thead', undefined, foundContent);
        currentRow = undefined;
        break;
      case 'tr':
        currentRow = addRow(foundContent, isHead, node.line);
        collectRows(node.children, isHead, currentRow, foundContent);
        currentRow = undefined;
        break;
      case 'td':
      case 'th':
        currentRow ??= addRow(foundContent, isHead, node.line);
        if (isLineNumber(node)) currentRow.hadNumber = true;
        else currentRow.cells.push(node);
        break;
      case 'col':
      case 'colgroup':
        break;
      default:
        foundContent.strays.push(node);
    }
  }
}

function addRow(foundContent: TableContent, isHead: boolean, line: number): HtmlRow {
  const row: HtmlRow = { cells: [], isHead, line, hadNumber: false };
  foundContent.rows.push(row);
  return row;
}
