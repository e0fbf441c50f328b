import { formatLink } from '../inline/markdown-link.ts';
import { warn } from '../parse-state.ts';
import type { RstCell, RstList, RstNode, RstRow } from '../rst-node.ts';
import { parseCsv } from '../tables/parse-csv.ts';
import { addAll } from './append-nodes.ts';
import { type Directive, type DirectiveHandler, getOption, joinArgument } from './directive.ts';

function addTitle(directive: Directive, into: RstNode[]): void {
  const rst = joinArgument(directive);
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line: directive.line });
}

export const addTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  addAll(into, parse(state, directive.content));
};

/** Adds a table that is written as a list of rows, each of which is a list of cells. */
export const addListTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  const nodes = parse(state, directive.content);
  const [list, ...others] = nodes;
  const rows = list?.kind === 'list' ? parseRows(list) : undefined;
  if (!rows) {
    warn(state, directive.line, 'The table must be a list of rows, each of which is a list of cells');
    addAll(into, nodes);
    return;
  }
  addRows(directive, rows, into);
  addAll(into, others);
};

function parseRows({ items }: RstList): RstRow[] | undefined {
  const rows: RstRow[] = [];
  for (const { nodes, line } of items) {
    const [cells] = nodes;
    if (nodes.length !== 1 || cells?.kind !== 'list') return undefined;
    rows.push({ cells: cells.items.map((item): RstCell => ({ nodes: item.nodes })), line });
  }
  return rows;
}

/** Adds a table that is written as comma-separated values. */
export const addCsvTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  const { content, line, options } = directive;
  const csvMarks = {
    delimiter: parseMark(getOption(directive, 'delim')) ?? ',',
    quote: parseMark(getOption(directive, 'quote')) ?? '"',
  };
  const escapeMark = parseMark(getOption(directive, 'escape'));
  const parseCsvRows = (text: string, first: number): RstRow[] =>
    parseCsv(text, { ...csvMarks, escapeMark }).map((record) => {
      const sourceLine = first + record.line;
      const cells = record.cells.map(
        (cell): RstCell => ({
          nodes: parse(state, { lines: cell.split('\n').map((each) => each.trim()), first: sourceLine }),
        }),
      );
      return { cells, line: sourceLine };
    });
  const file = getOption(directive, 'file') ?? getOption(directive, 'url');
  if (file !== undefined) into.push({ kind: 'paragraph', text: ['Included file: ', formatLink(file, file)], line });
  const header = options.get('header');
  const headerRows = header ? parseCsvRows(header.value, header.line) : [];
  addRows(
    directive,
    [...headerRows, ...parseCsvRows(content.lines.join('\n'), content.first)],
    into,
    headerRows.length,
  );
};

function parseMark(name: string | undefined): string | undefined {
  if (name === 'tab') return '\t';
  return name === 'space' ? ' ' : name?.[0];
}

function addRows(directive: Directive, rows: readonly RstRow[], into: RstNode[], headerCount = 0): void {
  if (rows.length === 0) return;
  const count = Number(getOption(directive, 'header-rows') ?? 0);
  const headerRowCount = headerCount + (Number.isInteger(count) && count > 0 ? count : 0);
  into.push({
    kind: 'table',
    head: rows.slice(0, headerRowCount),
    body: rows.slice(headerRowCount),
    line: rows[0]?.line ?? directive.line,
  });
}
