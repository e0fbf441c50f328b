import { getElementAt } from '@context-sync/base';

/** Matches the start of a column of Microsoft Learn: `:::column span="2":::`. */
const COLUMN_START = /^[ \t]*:::[ \t]*column(?:[ \t]+[\w-]+[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'))*[ \t]*:::[ \t]*$/i;
const COLUMN_END = /^[ \t]*:::[ \t]*column-end[ \t]*:::[ \t]*$/i;
const FENCE_PATTERN = /^[ \t]*(`{3,}|~{3,})/;

/**
 * Removes the common indentation of the content of columns, as DocFX does. Otherwise content that is indented by four spaces would be code. Leaves
 * columns without an end unchanged and preserves the number of lines.
 */
export function dedentColumns(text: string): string {
  if (!/:::[ \t]*column/i.test(text)) return text;
  const lines = text.split('\n');
  let fence = '';
  let start: number | undefined;
  for (let line = 0; line < lines.length; line += 1) {
    const own = getElementAt(lines, line);
    const fenceMark = FENCE_PATTERN.exec(own)?.[1];
    if (fence !== '') {
      if (fenceMark?.startsWith(fence) && own.trim() === fenceMark) fence = '';
    } else if (fenceMark !== undefined) fence = fenceMark;
    else if (COLUMN_START.test(own)) start = line;
    else if (start !== undefined && COLUMN_END.test(own)) {
      dedentLines(lines, start + 1, line);
      start = undefined;
    }
  }
  return lines.join('\n');
}

function dedentLines(lines: string[], from: number, to: number): void {
  const getIndent = (text: string) => text.length - text.trimStart().length;
  let width = Number.POSITIVE_INFINITY;
  for (let line = from; line < to; line += 1) {
    const text = getElementAt(lines, line);
    if (text.trim() !== '') width = Math.min(width, getIndent(text));
  }
  if (width === 0 || width === Number.POSITIVE_INFINITY) return;
  for (let line = from; line < to; line += 1) lines[line] = getElementAt(lines, line).slice(width);
}
