import type { DocumentReading } from '@context-sync/reading';
import { createMarkdownWriter } from '@context-sync/reading';
import { escapeInline, escapeLineStart, findPairedMarks } from './escape-inline.ts';
import { dedentLine, getIndent } from './indent-width.ts';
import { canInterruptText, parseListItem } from './list-item.ts';
import { createOpenItems } from './open-items.ts';
import type { SourceLine } from './page-breaks.ts';

/** A writer that converts the blocks of a plain text document to Markdown. */
export interface PlainWriter {
  heading(level: number, text: string, from: number): void;
  ruler(from: number): void;
  /** Adds code. Joins it with preceding code. */
  code(lines: readonly SourceLine[]): void;
  /** Adds lines whose layout is significant. */
  preformatted(lines: readonly SourceLine[]): void;
  /** Adds lines of text and lists. */
  text(lines: readonly SourceLine[]): void;
  /** Closes the list items whose text begins to the right of the column. Returns the column at which a line becomes code. */
  leaveItems(column: number): number;
  isInItem(): boolean;
  reading(): DocumentReading;
}

/** Creates an empty writer. */
export function createPlainWriter(): PlainWriter {
  const writer = createMarkdownWriter();
  const items = createOpenItems();
  let code: SourceLine[] = [];
  let hasContent = false;

  function startBlock(): void {
    flush();
    writer.blank();
    hasContent = true;
  }

  function flush(): void {
    const lines = code;
    code = [];
    if (lines.length === 0) return;
    startBlock();
    const width = lines.reduce((least, { text }) => (text === '' ? least : Math.min(least, getIndent(text))), 1_000);
    const text = lines.map((line) => dedentLine(line.text, width).trimEnd());
    writer.fence('', text, lines[0]?.number ?? 1, ' '.repeat(items.contentColumn()));
  }

  function writeText(lines: readonly SourceLine[]): void {
    startBlock();
    const emphasisMarks = findPairedMarks(lines.map((line) => line.text).join('\n'));
    const escapeLine = (line: string) => escapeLineStart(escapeInline(line.trim(), emphasisMarks));
    let isInList = !items.isEmpty();
    for (const [index, { text, number }] of lines.entries()) {
      const item = parseListItem(text);
      // The indent of the first line is not part of the text.
      const indent = index === 0 && items.isEmpty() ? 0 : getIndent(text);
      if (item && (index === 0 || isInList || canInterruptText(item))) {
        isInList = true;
        writer.raw(items.enter(item) + escapeLine(item.text), number);
      } else writer.raw(' '.repeat(items.markdownColumn(indent)) + escapeLine(text), number);
    }
  }

  return {
    heading(level, title, from) {
      items.leave(-1);
      startBlock();
      writer.heading(level, escapeInline(title.replaceAll(/[ \t]+/g, ' '), findPairedMarks(title)), from);
    },
    ruler(from) {
      items.leave(-1);
      // On the first line, a thematic break would start front matter.
      if (!hasContent && code.length === 0) return;
      startBlock();
      writer.raw('---', from);
    },
    code(lines) {
      const lastCodeLine = code.at(-1)?.number ?? Number.POSITIVE_INFINITY;
      for (let number = lastCodeLine + 1; number < (lines[0]?.number ?? 0); number += 1)
        code.push({ text: '', number });
      for (const line of lines) code.push(line);
    },
    preformatted(lines) {
      flush();
      code = [...lines];
      flush();
    },
    text: writeText,
    leaveItems(column) {
      if (column < items.textColumn()) flush();
      items.leave(column);
      return items.codeColumn();
    },
    isInItem: () => !items.isEmpty(),
    reading() {
      flush();
      return writer.reading(hasContent ? {} : { skipped: 'it has no text' });
    },
  };
}
