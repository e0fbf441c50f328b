import type { AsciidocLine } from '../source/source-line.ts';
import type { ParsedCell } from './table-cells.ts';

/** Parses rows of comma-separated values. Quoted values can contain separators and line breaks. */
export function parseCommaSeparated(lines: readonly AsciidocLine[], separator: string): ParsedCell[][] {
  const rows: ParsedCell[][] = [];
  let row: ParsedCell[] = [];
  let cell: AsciidocLine[] = [];
  let isQuoted = false;
  const endCell = () => {
    row.push({ lines: cell, columns: 1, rows: 1, style: '' });
    cell = [];
  };
  for (const { text, from, include } of lines) {
    if (include !== undefined) {
      rows.push([{ lines: [{ text: '', from, include }], columns: 1, rows: 1, style: '' }]);
      continue;
    }
    if (!isQuoted && text === '') continue;
    let at = 0;
    let part = '';
    /** Whether the value has begun. A quote after the first character is part of the value. */
    let hasValue = isQuoted;
    while (at < text.length) {
      if (isQuoted) {
        const closeIndex = text.indexOf('"', at);
        const end = closeIndex < 0 ? text.length : closeIndex;
        part += text.slice(at, end);
        at = end + 1;
        if (closeIndex < 0) break;
        if (text[at] === '"') {
          part += '"';
          at += 1;
        } else isQuoted = false;
      } else if (text.startsWith(separator, at)) {
        cell.push({ text: part.trim(), from });
        endCell();
        part = '';
        hasValue = false;
        at += separator.length;
      } else if (text[at] === '"' && !hasValue) {
        isQuoted = true;
        hasValue = true;
        at += 1;
      } else {
        hasValue ||= text[at] !== ' ';
        part += text[at];
        at += 1;
      }
    }
    cell.push({ text: part.trim(), from });
    if (isQuoted) continue;
    endCell();
    rows.push(row);
    row = [];
  }
  if (cell.length > 0) endCell();
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Parses rows of separated values. A backslash escapes a separator. */
export function parsePlainSeparated(lines: readonly AsciidocLine[], separator: string): ParsedCell[][] {
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
  let partStart = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) {
    if (text[at - 1] === '\\') continue;
    values.push(text.slice(partStart, at));
    partStart = at + separator.length;
  }
  values.push(text.slice(partStart));
  return values.map((value) => value.replaceAll(`\\${separator}`, separator).trim());
}
