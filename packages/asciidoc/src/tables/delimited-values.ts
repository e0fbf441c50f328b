import type { Line } from '../source/line.ts';
import type { ParsedCell } from './table-cells.ts';

/** Parses rows of comma-separated values. Quoted values can contain separators and line breaks. */
export function parseCommaSeparated(lines: readonly Line[], separator: string): ParsedCell[][] {
  const rows: ParsedCell[][] = [];
  let row: ParsedCell[] = [];
  let cell: Line[] = [];
  let quoted = false;
  const endCell = () => {
    row.push({ lines: cell, columns: 1, rows: 1, style: '' });
    cell = [];
  };
  for (const { text, from, include } of lines) {
    if (include !== undefined) {
      rows.push([{ lines: [{ text: '', from, include }], columns: 1, rows: 1, style: '' }]);
      continue;
    }
    if (!quoted && text === '') continue;
    let at = 0;
    let part = '';
    /** Whether the value has begun. A quote after the first character is part of the value. */
    let begun = quoted;
    while (at < text.length) {
      if (quoted) {
        const close = text.indexOf('"', at);
        const end = close < 0 ? text.length : close;
        part += text.slice(at, end);
        at = end + 1;
        if (close < 0) break;
        if (text[at] === '"') {
          part += '"';
          at += 1;
        } else quoted = false;
      } else if (text.startsWith(separator, at)) {
        cell.push({ text: part.trim(), from });
        endCell();
        part = '';
        begun = false;
        at += separator.length;
      } else if (text[at] === '"' && !begun) {
        quoted = true;
        begun = true;
        at += 1;
      } else {
        begun ||= text[at] !== ' ';
        part += text[at];
        at += 1;
      }
    }
    cell.push({ text: part.trim(), from });
    if (quoted) continue;
    endCell();
    rows.push(row);
    row = [];
  }
  if (cell.length > 0) endCell();
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Parses rows of separated values. A backslash escapes a separator. */
export function parsePlainSeparated(lines: readonly Line[], separator: string): ParsedCell[][] {
  return lines
    .filter(({ text }) => text !== '')
    .map(({ text, from, include }) => {
      const values = include === undefined ? splitUnescaped(text, separator) : [''];
      return values.map((value) => ({
        lines: [{ text: value, from, ...(include === undefined ? {} : { include }) }],
        columns: 1,
        rows: 1,
        style: '',
      }));
    });
}

function splitUnescaped(text: string, separator: string): string[] {
  const values: string[] = [];
  let last = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) {
    if (text[at - 1] === '\\') continue;
    values.push(text.slice(last, at));
    last = at + separator.length;
  }
  values.push(text.slice(last));
  return values.map((value) => value.replaceAll(`\\${separator}`, separator).trim());
}
