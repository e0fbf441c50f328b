/** Formats the head of a table. A column whose name ends in `:` is aligned to the right. */
export function tableHead(columns: readonly string[]): string {
  return `${tableRow(columns.map((name) => name.replace(/:$/, '')))}\n${tableRow(
    columns.map((name) => (name.endsWith(':') ? '---:' : '---')),
  )}`;
}

/** Formats a row. The cells are Markdown without `|` and line breaks. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
