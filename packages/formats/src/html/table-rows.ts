import { isLineNumber } from './code-block.ts';
import type { Element, Node } from './node.ts';

/** A row of a table. */
export interface Row {
  readonly cells: Element[];
  readonly isHead: boolean;
  readonly line: number;
  /** Whether cells with line numbers of code were omitted. */
  hadNumber: boolean;
}

/** The content of a table. */
export interface TableContent {
  readonly rows: Row[];
  readonly captions: Element[];
  /** Content of the table outside of its cells. */
  readonly strays: Node[];
}

/** Returns the rows of a table from all of its row groups. */
export function collectTable(table: Element): TableContent {
  const found: TableContent = { rows: [], captions: [], strays: [] };
  collectRows(table.children, false, undefined, found);
  return found;
}

function collectRows(nodes: readonly Node[], isHead: boolean, row: Row | undefined, found: TableContent): void {
  let current = row;
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.text.trim() !== '') found.strays.push(node);
      continue;
    }
    if (node.isIgnored) continue;
    switch (node.name) {
      case 'caption':
        found.captions.push(node);
        break;
      case 'thead':
      case 'tbody':
      case 'tfoot':
        collectRows(node.children, node.name === 'thead', undefined, found);
        current = undefined;
        break;
      case 'tr':
        current = addRow(found, isHead, node.line);
        collectRows(node.children, isHead, current, found);
        current = undefined;
        break;
      case 'td':
      case 'th':
        current ??= addRow(found, isHead, node.line);
        if (isLineNumber(node)) current.hadNumber = true;
        else current.cells.push(node);
        break;
      case 'col':
      case 'colgroup':
        break;
      default:
        found.strays.push(node);
    }
  }
}

function addRow(found: TableContent, isHead: boolean, line: number): Row {
  const row: Row = { cells: [], isHead, line, hadNumber: false };
  found.rows.push(row);
  return row;
}
