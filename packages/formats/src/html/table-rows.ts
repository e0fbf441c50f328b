import { isLineNumber } from './code-block.ts';
import type { Element, Node } from './node.ts';

/** A row of a table. */
export interface Row {
  readonly cells: Element[];
  readonly isHead: boolean;
  readonly line: number;
  /** Whether the numbers of lines of code have been left out of it. */
  hadNumber: boolean;
}

/** What a table consists of. */
export interface Rows {
  readonly rows: Row[];
  readonly captions: Element[];
  /** What stands in the table but in none of its cells. */
  readonly strays: Node[];
}

/** The rows of a table, whichever of its parts they stand in. */
export function rowsOf(table: Element): Rows {
  const found: Rows = { rows: [], captions: [], strays: [] };
  collect(table.children, false, undefined, found);
  return found;
}

function collect(nodes: readonly Node[], isHead: boolean, row: Row | undefined, found: Rows): void {
  let current = row;
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.text.trim() !== '') found.strays.push(node);
      continue;
    }
    if (node.silent) continue;
    switch (node.name) {
      case 'caption':
        found.captions.push(node);
        break;
      case 'thead':
      case 'tbody':
      case 'tfoot':
        collect(node.children, node.name === 'thead', undefined, found);
        current = undefined;
        break;
      case 'tr':
        current = addRow(found, isHead, node.line);
        collect(node.children, isHead, current, found);
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

function addRow(found: Rows, isHead: boolean, line: number): Row {
  const row: Row = { cells: [], isHead, line, hadNumber: false };
  found.rows.push(row);
  return row;
}
