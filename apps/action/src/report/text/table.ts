/** The head of a table: a column whose name ends in `:` is aligned to the right. */
export function tableHead(columns: readonly string[]): string {
  return `${tableRow(columns.map((name) => name.replace(/:$/, '')))}\n${tableRow(
    columns.map((name) => (name.endsWith(':') ? '---:' : '---')),
  )}`;
}

/** A row; the cells are Markdown that holds no `|` and no line end. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
