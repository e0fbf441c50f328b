export interface CsvMarks {
  readonly delimiter: string;
  readonly quote: string;
  readonly escapeMark: string | undefined;
}

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Line where the cell starts, counted from 0. */
  readonly line: number;
}

/** Parses comma-separated values in one pass. A quoted cell may contain line breaks; an unclosed quote extends to the end. */
export function parseCsv(text: string, { delimiter, quote, escapeMark }: CsvMarks): CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 0;
  let start = 0;
  let at = 0;
  const endRecord = () => {
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, line: start });
    cells = [];
  };
  while (at <= text.length) {
    while (text[at] === ' ' && delimiter !== ' ') at += 1;
    let cell = '';
    if (text[at] === quote) {
      const end = findQuotedEnd(text, at + 1, quote, escapeMark);
      cell = text.slice(at + 1, end);
      cell = escapeMark === undefined ? cell.replaceAll(quote + quote, quote) : removeEscapes(cell, escapeMark);
      for (let i = at; i < end; i += 1) if (text[i] === '\n') line += 1;
      at = end + 1;
    }
    const startAt = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += text[at] === escapeMark ? 2 : 1;
    at = Math.min(at, text.length);
    const cellText = text.slice(startAt, at);
    cells.push(cell + (escapeMark === undefined ? cellText : removeEscapes(cellText, escapeMark)).trimEnd());
    if (text[at] !== delimiter) {
      endRecord();
      line += 1;
      start = line;
    }
    at += 1;
  }
  return records;
}

function findQuotedEnd(text: string, from: number, quote: string, escapeMark: string | undefined): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === escapeMark) at += 1;
    else if (text[at] === quote) {
      if (escapeMark !== undefined || text[at + 1] !== quote) return at;
      at += 1;
    }
  }
  return text.length;
}

function removeEscapes(text: string, escapeMark: string): string {
  if (!text.includes(escapeMark)) return text;
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === escapeMark) at += 1;
    result += text.charAt(at);
  }
  return result;
}
