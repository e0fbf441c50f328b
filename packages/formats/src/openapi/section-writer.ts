import { fenced } from '../reading/fence-code.ts';
import { descriptionLines } from './description-text.ts';
import { oneLine } from './inline-markdown.ts';

/** Collects the Markdown lines under one heading. */
export interface Sheet {
  readonly lines: readonly string[];
  /** Whether the section has reached its limit. Callers that write lists check it before each item. */
  readonly full: boolean;
  /** In UTF-16 units. */
  readonly size: number;
  /** Adds a line. */
  line(text: string): void;
  /** Adds an empty line, unless the last line is empty. */
  blank(): void;
  /** Adds a line with empty lines around it. */
  paragraph(text: string): void;
  /** Adds an author's Markdown text. */
  description(markdown: string): void;
  /** Adds a line with an author's text at its end; the text goes below the line if it has several paragraphs. */
  lead(line: string, markdown: string, separator?: string): void;
  fence(info: string, text: string): void;
}

/** `limit` is in UTF-16 units. */
export function createSheet(limit: number): Sheet {
  const lines: string[] = [];
  let size = 0;
  const sheet: Sheet = {
    lines,
    get full() {
      return size >= limit;
    },
    get size() {
      return size;
    },
    line(text) {
      lines.push(text);
      size += text.length + 1;
    },
    blank() {
      if (lines.length > 0 && lines.at(-1) !== '') sheet.line('');
    },
    paragraph(text) {
      sheet.blank();
      sheet.line(text);
      sheet.blank();
    },
    description(markdown) {
      sheet.blank();
      for (const line of descriptionLines(markdown)) sheet.line(line);
      sheet.blank();
    },
    lead(first, markdown, separator = ' – ') {
      const rendered = descriptionLines(markdown);
      if (rendered.length === 0) sheet.paragraph(first);
      else if (rendered.includes('') || rendered.some(startsBlock)) {
        sheet.paragraph(first);
        for (const line of rendered) sheet.line(line);
        sheet.blank();
      } else sheet.paragraph(first + separator + oneLine(rendered.join(' ')));
    },
    fence(info, text) {
      const code = text.split('\n').map((line) => ({ text: line, from: 1 }));
      sheet.blank();
      for (const line of fenced(info, code)) sheet.line(line.text);
      sheet.blank();
    },
  };
  return sheet;
}

function startsBlock(line: string): boolean {
  return /^ *(?:[-*+>|<]|\d{1,9}[.)]|`{3}|~{3}|\t| {4})/.test(line);
}
