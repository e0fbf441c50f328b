import { renderFence } from '@context-sync/reading';
import { formatDescriptionLines } from './description-text.ts';
import { toOneLine } from './inline-markdown.ts';

/** Writes the Markdown lines under one heading. */
export interface SectionWriter {
  readonly lines: readonly string[];
  /** Whether the unit or the section has reached its limit. Callers that write lists check it before each item. */
  readonly full: boolean;
  /** Whether the section has no space for another unit. */
  readonly hasNoSpace: boolean;
  /** The name of the current unit; empty before the first one. */
  readonly unitName: string;
  /** Length of the section so far, in UTF-16 code units. */
  readonly size: number;
  /**
   * Starts a unit of the section, such as a response. The unit has a heading, so that its text can be an item of its own, and each unit has a
   * separate limit, so that a long request leaves space for the responses.
   */
  unit(name: string): void;
  /** Raises the limit of the unit, so that examples fit after long lists. */
  extend(): void;
  /** Adds a line. */
  line(text: string): void;
  /** Adds an empty line, unless the last line is empty. */
  blank(): void;
  /** Adds a line with empty lines around it. */
  paragraph(text: string): void;
  /** Adds an author's Markdown text. */
  description(markdown: string): void;
  /** Adds a line that ends with an author's text. Places a text with several paragraphs below the line. */
  lead(line: string, markdown: string, separator?: string): void;
  fence(info: string, text: string): void;
}

/** Heading level of units. */
const UNIT_MARK = '###';
/** Maximum length of one unit, in UTF-16 code units: the length of two context items. */
const UNIT_LIMIT = 14_000;
/** Space for examples, in UTF-16 code units. */
const EXAMPLE_SPACE_CHARS = 4_000;

/** Creates a section writer. The limits are in UTF-16 code units; `unitLimit` is the limit of each unit. */
export function createSectionWriter(limit: number, unitLimit = UNIT_LIMIT): SectionWriter {
  const lines: string[] = [];
  let size = 0;
  let unitName = '';
  let unitEnd = Math.min(limit, unitLimit);
  const sectionWriter: SectionWriter = {
    lines,
    get full() {
      return size >= unitEnd;
    },
    get hasNoSpace() {
      return size >= limit;
    },
    get unitName() {
      return unitName;
    },
    unit(name) {
      unitName = name.replace(/ \(required\)$/, '');
      unitEnd = Math.min(limit, size + unitLimit);
      sectionWriter.paragraph(`${UNIT_MARK} ${name}`);
    },
    get size() {
      return size;
    },
    extend() {
      unitEnd = Math.min(limit, Math.max(unitEnd, size + EXAMPLE_SPACE_CHARS));
    },
    line(text) {
      lines.push(text);
      size += text.length + 1;
    },
    blank() {
      if (lines.length > 0 && lines.at(-1) !== '') sectionWriter.line('');
    },
    paragraph(text) {
      sectionWriter.blank();
      sectionWriter.line(text);
      sectionWriter.blank();
    },
    description(markdown) {
      sectionWriter.blank();
      for (const line of formatDescriptionLines(markdown)) sectionWriter.line(line);
      sectionWriter.blank();
    },
    lead(first, markdown, separator = ' – ') {
      const renderedLines = formatDescriptionLines(markdown);
      if (renderedLines.length === 0) sectionWriter.paragraph(first);
      else if (renderedLines.includes('') || renderedLines.some(startsBlock)) {
        sectionWriter.paragraph(first);
        for (const line of renderedLines) sectionWriter.line(line);
        sectionWriter.blank();
      } else sectionWriter.paragraph(first + separator + toOneLine(renderedLines.join(' ')));
    },
    fence(info, text) {
      const code = text.split('\n').map((line) => ({ text: line, from: 1 }));
      sectionWriter.blank();
      for (const line of renderFence(info, code)) sectionWriter.line(line.text);
      sectionWriter.blank();
    },
  };
  return sectionWriter;
}

function startsBlock(line: string): boolean {
  return /^ *(?:[-*+>|<]|\d{1,9}[.)]|`{3}|~{3}|\t| {4})/.test(line);
}
