/**
 * The text as the chunker reads it: no byte order mark, `\n` line ends, NUL and lone surrogates replaced by U+FFFD
 * (as CommonMark does with NUL), so that whatever is cut from it is well formed.
 */
export function normalize(text: string): string {
  const withoutMark = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return withoutMark.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed();
}

/** Columns of white space that a line starts with; a tab goes to the next multiple of four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (let i = 0; i < line.length; i += 1) {
    const code = line.charCodeAt(i);
    if (code === 0x20) columns += 1;
    else if (code === 0x09) columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}
