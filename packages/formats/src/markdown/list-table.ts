/** Matches the first cell of a row: the mark of the row and the mark of the cell. */
const ROW_PATTERN = /^([ \t]*)[*+-][ \t]+[*+-](?:[ \t]+(.*))?$/;
const CELL_PATTERN = /^([ \t]*)[*+-](?:[ \t]+(.*))?$/;

/**
 * Returns the rows of a Markdown table for a list of lists, which is the content of a `list-table`
 * (https://docutils.sourceforge.io/docs/ref/rst/directives.html#list-table); undefined if the text is another list.
 */
export function formatListTable(lines: readonly string[], headerRows: number): string[] | undefined {
  const rows: string[][] = [];
  let rowIndent = -1;
  for (const line of lines) {
    const text = line.trim();
    const [, indent = '', first = ''] = ROW_PATTERN.exec(line) ?? [];
    const isRow = ROW_PATTERN.test(line) && (rowIndent < 0 || indent.length === rowIndent);
    const row = rows.at(-1);
    if (isRow) {
      rowIndent = indent.length;
      rows.push([first.trim()]);
      continue;
    }
    if (text === '') continue;
    if (row === undefined) return undefined;
    const [, cellIndent = '', content = ''] = CELL_PATTERN.exec(line) ?? [];
    const isCell = CELL_PATTERN.test(line) && cellIndent.length > rowIndent && cellIndent.length <= rowIndent + 2;
    if (isCell) row.push(content.trim());
    else row.push(joinText(row.pop() ?? '', text));
  }
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 1) return undefined;
  const format = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => (row[column] ?? '').replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  const header = headerRows > 0 ? rows.slice(0, 1) : [[]];
  return [
    ...header.map(format),
    `| ${Array.from({ length: width }, () => '---').join(' | ')} |`,
    ...rows.slice(headerRows).map(format),
  ];
}

/** Returns the text of a cell with another line of it. Entries of a list begin on a new line. */
function joinText(cell: string, text: string): string {
  if (cell === '') return text;
  return /^(?:[*+-]|\d+[.)])[ \t]/.test(text) ? `${cell}<br>${text}` : `${cell} ${text.replace(/^:[ \t]+/, '')}`;
}
