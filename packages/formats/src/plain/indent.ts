/** Tabs of plain text stop at every eighth column. */
const TAB = 8;

/** Width of the white space that the line begins with. */
export function indentOf(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB - (width % TAB);
    else break;
  }
  return width;
}

/** The line without its first `columns` columns of white space. */
export function dedent(line: string, columns: number): string {
  let width = 0;
  let at = 0;
  while (at < line.length && width < columns) {
    const char = line[at];
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB - (width % TAB);
    else break;
    at += 1;
  }
  return ' '.repeat(Math.max(width - columns, 0)) + line.slice(at);
}

/** Whether there is nothing but white space on the line. */
export function isBlank(line: string): boolean {
  return line.trim() === '';
}
