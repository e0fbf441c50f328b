/** Width of a tab stop in plain text. */
const TAB_WIDTH = 8;

/** Returns the width of the white space at the start of the line. */
export function getIndent(line: string): number {
  let width = 0;
  for (let index = 0; index < line.length; index += 1) {
    const char = line[index];
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
  }
  return width;
}

/** Removes the first `columns` columns of white space. */
export function dedentLine(line: string, columns: number): string {
  let width = 0;
  let index = 0;
  while (index < line.length && width < columns) {
    const char = line[index];
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
    index += 1;
  }
  return ' '.repeat(Math.max(width - columns, 0)) + line.slice(index);
}

/** Returns whether the line contains only white space. */
export function isBlank(line: string): boolean {
  return line.trim() === '';
}
