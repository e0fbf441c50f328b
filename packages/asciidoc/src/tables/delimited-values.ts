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
    let index = 0;
    let part = '';
    /** Whether the value has begun. A quote after the first character is part of the value. */
    let hasValue = isQuoted;
    while (index < text.length) {
      if (isQuoted) {
        const closeIndex = text.indexOf('"', index);
        const end = closeIndex < 0 ? text.length : closeIndex;
        part += text.slice(index, end);
        index = end + 1;
        if (closeIndex < 0) break;
        if (text[index] === '"') {
          part += '"';
          index += 1;
        } else isQuoted = false;
      } else if (text.startsWith(separator, index)) {
        cell.push({ text: part.trim(), from });
        endCell();
        part = '';
        hasValue = false;
        index += separator.length;
      } else if (text[index] === '"' && !hasValue) {
        isQuoted = true;
        hasValue = true;
        index += 1;
      } else {
        hasValue ||= text[index] !== ' ';
        part += text[index];
        index += 1;
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
  for (let index = text.indexOf(separator); index >= 0; index = text.indexOf(separator, index + separator.length)) {
    if (text[index - 1] === '\\') continue;
    values.push(text.slice(partStart, index));
    partStart = index + separator.length;
  }
  values.push(text.slice(partStart));
  return values.map((value) => value.replaceAll(`\\${separator}`, separator).trim());
}
