/** Formats the head of a table. Columns whose names end in `:` are aligned to the right. */
export function formatTableHead(columns: readonly string[]): string {
  return `${formatTableRow(columns.map((name) => name.replace(/:$/, '')))}\n${formatTableRow(
    columns.map((name) => (name.endsWith(':') ? '---:' : '---')),
  )}`;
}

/** Formats a row. The cells are Markdown without `|` and line breaks. */
export function formatTableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
