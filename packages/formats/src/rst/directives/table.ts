import { link } from '../inline/link.ts';
import type { Cell, List, Node, Row } from '../node.ts';
import { warn } from '../parse-state.ts';
import { csvRecords } from '../tables/csv.ts';
import { addAll } from './add-all.ts';
import { argumentOf, type Directive, type DirectiveHandler, optionOf } from './directive.ts';

function addTitle(directive: Directive, into: Node[]): void {
  const rst = argumentOf(directive);
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line: directive.line });
}

export const addTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  addAll(into, parse(state, directive.content));
};

/** A table as a list of rows, each of which is a list of cells. */
export const addListTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  const nodes = parse(state, directive.content);
  const [list, ...others] = nodes;
  const rows = list?.kind === 'list' ? rowsOf(list) : undefined;
  if (!rows) {
    warn(state, directive.line, 'The list of the table is not one of rows that are lists of cells');
    addAll(into, nodes);
    return;
  }
  addRows(directive, rows, into);
  addAll(into, others);
};

function rowsOf({ items }: List): Row[] | undefined {
  const rows: Row[] = [];
  for (const { nodes, line } of items) {
    const [cells] = nodes;
    if (nodes.length !== 1 || cells?.kind !== 'list') return undefined;
    rows.push({ cells: cells.items.map((item): Cell => ({ nodes: item.nodes })), line });
  }
  return rows;
}

/** A table as comma-separated values. */
export const addCsvTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  const { content, line, options } = directive;
  const marks = {
    delimiter: mark(optionOf(directive, 'delim')) ?? ',',
    quote: mark(optionOf(directive, 'quote')) ?? '"',
  };
  const escapeMark = mark(optionOf(directive, 'escape'));
  const rowsAt = (text: string, first: number): Row[] =>
    csvRecords(text, { ...marks, escapeMark }).map((record) => {
      const from = first + record.line;
      const cells = record.cells.map(
        (cell): Cell => ({ nodes: parse(state, { lines: cell.split('\n').map((each) => each.trim()), first: from }) }),
      );
      return { cells, line: from };
    });
  const file = optionOf(directive, 'file') ?? optionOf(directive, 'url');
  if (file !== undefined) into.push({ kind: 'paragraph', text: ['Included file: ', link(file, file)], line });
  const header = options.get('header');
  const head = header ? rowsAt(header.value, header.line) : [];
  addRows(directive, [...head, ...rowsAt(content.lines.join('\n'), content.first)], into, head.length);
};

function mark(name: string | undefined): string | undefined {
  if (name === 'tab') return '\t';
  return name === 'space' ? ' ' : name?.[0];
}

function addRows(directive: Directive, rows: readonly Row[], into: Node[], ownHeads = 0): void {
  if (rows.length === 0) return;
  const count = Number(optionOf(directive, 'header-rows') ?? 0);
  const heads = ownHeads + (Number.isInteger(count) && count > 0 ? count : 0);
  into.push({
    kind: 'table',
    head: rows.slice(0, heads),
    body: rows.slice(heads),
    line: rows[0]?.line ?? directive.line,
  });
}
