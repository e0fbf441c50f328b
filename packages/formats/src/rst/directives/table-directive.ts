import { formatLink } from '../inline/markdown-link.ts';
import { warn } from '../parse-state.ts';
import type { RstCell, RstList, RstNode, RstRow } from '../rst-node.ts';
import { type CsvMarks, parseCsv } from '../tables/parse-csv.ts';
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

/** The CSV marks with which docutils parses the `header` option, regardless of the marks of the table. */
const HEADER_MARKS: CsvMarks = { delimiter: ',', quote: '"', escapeMark: undefined, keepsSpace: false };

/** Adds a table that is written as comma-separated values, in the directive or in a file. */
export const addCsvTable: DirectiveHandler = (state, directive, into, parse) => {
  addTitle(directive, into);
  const { content, line, options } = directive;
  const marks: CsvMarks = {
    delimiter: parseMark(getOption(directive, 'delim')) ?? ',',
    quote: parseMark(getOption(directive, 'quote')) ?? '"',
    escapeMark: parseMark(getOption(directive, 'escape')),
    keepsSpace: options.has('keepspace'),
  };
  const parseRecords = (text: string, first: number, recordMarks: CsvMarks): RstRow[] =>
    parseCsv(text, recordMarks).map((record) => {
      const sourceLine = first + record.line;
      const cells = record.cells.map(
        (cell): RstCell => ({
          nodes: parse(state, { lines: cell.split('\n').map((each) => each.trim()), first: sourceLine }),
        }),
      );
      return { cells, line: sourceLine };
    });
  const header = options.get('header');
  const headerRows = header ? parseRecords(header.value, header.line, HEADER_MARKS) : [];
  const rows = parseRecords(content.lines.join('\n'), content.first, marks);
  const file = getOption(directive, 'file');
  const includedFile = file === undefined ? undefined : state.includes.file(file);
  if (includedFile && 'problem' in includedFile)
    warn(state, line, `csv-table:: ${file} was skipped: ${includedFile.problem}`);
  else if (includedFile) {
    const { path, text } = includedFile;
    state.includes.within(path, text.split('\n').length, line, (first) => {
      rows.push(...parseRecords(text, first, marks));
    });
  } else {
    const address = file ?? getOption(directive, 'url');
    if (address !== undefined)
      into.push({ kind: 'paragraph', text: ['Included file: ', formatLink(address, address)], line });
  }
  addRows(directive, [...headerRows, ...rows], into, headerRows.length);
};

/** Reads a mark: a character, its name, or its code point as in `U+2C`, `0x2c` or `\u002c`. */
function parseMark(name: string | undefined): string | undefined {
  if (name === 'tab') return '\t';
  if (name === 'space') return ' ';
  const code = /^(?:0x|x|\\x|U\+|u|\\u|&#x)([\da-f]{1,6});?$/i.exec(name ?? '')?.[1];
  const point = code === undefined || name === undefined || name.length === 1 ? undefined : Number.parseInt(code, 16);
  return point === undefined || point > 0x10ffff ? name?.[0] : String.fromCodePoint(point);
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
