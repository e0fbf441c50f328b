import { renderFence } from './fence-code.ts';
import type { DocumentReading, Warning } from './reading.ts';

/** A writer for the Markdown of a document. It records the source line (counted from 1) of each line of Markdown. */
export interface MarkdownWriter {
  /** Adds Markdown unchanged; `text` may have several lines, all of which come from `from`. */
  raw(text: string, from: number): void;
  /** Adds an empty line, unless the last line is empty. */
  blank(): void;
  /** Adds a heading; `text` is one line of inline Markdown. Levels above 6 become 6. `id` is the page's anchor, if it differs from GitHub's. */
  heading(level: number, text: string, from: number, id?: string): void;
  /** Ends the subsections of the section with this level, so that the following text belongs to that section. */
  resume(level: number): void;
  /** Adds code in a fence that is longer than any run of backticks in it. `from` is the line of the first line of code. */
  fence(info: string, code: readonly string[], from: number, indent?: string): void;
  warn(line: number, message: string, kind?: Warning['kind']): void;
  reading(extra?: Pick<DocumentReading, 'title' | 'head' | 'headLines' | 'wholeLevel' | 'skipped'>): DocumentReading;
}

export function createMarkdownWriter(): MarkdownWriter {
  const text: string[] = [];
  const lines: number[] = [];
  const warnings: Warning[] = [];
  const resumedLines = new Map<number, number>();
  let resumedLevel: number | undefined;
  const add = (line: string, from: number) => {
    if (resumedLevel !== undefined && line !== '') {
      // A thematic break marks the end of the subsection.
      for (const lineEnding of ['***', '']) {
        text.push(lineEnding);
        lines.push(lines.at(-1) ?? from);
      }
      resumedLines.set(text.length, resumedLevel);
      resumedLevel = undefined;
    }
    text.push(line);
    lines.push(from);
  };
  const writer: MarkdownWriter = {
    raw(added, from) {
      for (const line of added.split('\n')) add(line, from);
    },
    blank() {
      if (text.length > 0 && text.at(-1) !== '') add('', lines.at(-1) ?? 1);
    },
    heading(level, heading, from, id) {
      writer.blank();
      // The level of a heading determines which sections it ends.
      resumedLevel = undefined;
      add(`${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${heading}${id ? ` {#${id}}` : ''}`, from);
      writer.blank();
    },
    resume(level) {
      resumedLevel = Math.min(resumedLevel ?? level, level);
    },
    fence(info, code, from, indent = '') {
      const lines = code.map((text, index) => ({ text, from: from + index }));
      for (const line of renderFence(info, lines, from)) add(line.text === '' ? '' : indent + line.text, line.from);
    },
    warn(line, message, kind) {
      warnings.push({ line, message, ...(kind === undefined ? {} : { kind }) });
    },
    reading(extraProperties = {}) {
      return {
        markdown: text.join('\n'),
        lines,
        warnings,
        ...(resumedLines.size === 0 ? {} : { resumed: resumedLines }),
        ...extraProperties,
      };
    },
  };
  return writer;
}
