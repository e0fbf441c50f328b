/** Width of a tab stop in plain text. */
const TAB_WIDTH = 8;

/** Returns the width of the white space at the start of the line. */
export function getIndent(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
  }
  return width;
}

/** Removes the first `columns` columns of white space. */
export function dedentLine(line: string, columns: number): string {
  let width = 0;
  let at = 0;
  while (at < line.length && width < columns) {
    const char = line[at];
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
    at += 1;
  }
  return ' '.repeat(Math.max(width - columns, 0)) + line.slice(at);
}

/** Returns whether the line contains only white space. */
export function isBlank(line: string): boolean {
  return line.trim() === '';
}
