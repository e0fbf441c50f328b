export interface CsvMarks {
  readonly delimiter: string;
  readonly quote: string;
  /** Mark that escapes the next character. Without it, two quotes in a quoted cell are one quote. */
  readonly escapeMark: string | undefined;
  /** Whether the space after a delimiter is part of the cell. */
  readonly keepsSpace: boolean;
}

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Line where the cell starts, counted from 0. */
  readonly line: number;
}

/** Parses comma-separated values in one pass. A quoted cell may contain line breaks; an unclosed quote extends to the end. */
export function parseCsv(text: string, { delimiter, quote, escapeMark, keepsSpace }: CsvMarks): CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 0;
  let start = 0;
  let index = 0;
  const endRecord = () => {
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, line: start });
    cells = [];
  };
  while (index <= text.length) {
    while (!keepsSpace && text[index] === ' ' && delimiter !== ' ') index += 1;
    let cell = '';
    if (text[index] === quote) {
      const end = findQuotedEnd(text, index + 1, quote, escapeMark);
      cell = text.slice(index + 1, end);
      cell = escapeMark === undefined ? cell.replaceAll(quote + quote, quote) : removeEscapes(cell, escapeMark);
      for (let i = index; i < end; i += 1) if (text[i] === '\n') line += 1;
      index = end + 1;
    }
    const startAt = index;
    while (index < text.length && text[index] !== delimiter && text[index] !== '\n')
      index += text[index] === escapeMark ? 2 : 1;
    index = Math.min(index, text.length);
    const cellText = text.slice(startAt, index);
    cells.push(cell + (escapeMark === undefined ? cellText : removeEscapes(cellText, escapeMark)).trimEnd());
    if (text[index] !== delimiter) {
      endRecord();
      line += 1;
      start = line;
    }
    index += 1;
  }
  return records;
}

function findQuotedEnd(text: string, from: number, quote: string, escapeMark: string | undefined): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === escapeMark) index += 1;
    else if (text[index] === quote) {
      if (escapeMark !== undefined || text[index + 1] !== quote) return index;
      index += 1;
    }
  }
  return text.length;
}

function removeEscapes(text: string, escapeMark: string): string {
  if (!text.includes(escapeMark)) return text;
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === escapeMark) index += 1;
    result += text.charAt(index);
  }
  return result;
}
