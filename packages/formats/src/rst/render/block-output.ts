import type { MarkdownWriter } from '@context-sync/reading';
import { renderFence } from '@context-sync/reading';

/** A writer for Markdown inside lists and quotes. It starts each line with the marker or indent of the surrounding list or quote. */
export interface RstOutput {
  line(text: string, from: number): void;
  /** Adds a blank line before the next line. */
  blank(): void;
  code(info: string, code: readonly string[], from: number): void;
  /** Adds a heading. Must not be called inside lists and quotes. */
  heading(level: number, text: string, from: number, id: string | undefined): void;
  /** Ends the sections below the section with this level. */
  resume(level: number): void;
  /** Calls `body`. Prefixes the first line that `body` adds with `first`, and the following lines with `rest`. */
  within(first: string, rest: string, from: number, body: () => void): void;
}

export function createOutput(writer: MarkdownWriter): RstOutput {
  let indent = '';
  /** Prefix of the next line if it begins with a marker. */
  let pendingLine: string | undefined;
  /** Prefix of a blank line that is written before the next line. */
  let pendingGap: string | undefined;
  let lastLine = 1;

  const out: RstOutput = {
    line(text, from) {
      if (pendingGap !== undefined) {
        const prefix = (pendingGap.length < indent.length ? pendingGap : indent).trimEnd();
        if (prefix === '') writer.blank();
        else writer.raw(prefix, lastLine);
      }
      writer.raw(text === '' ? (pendingLine ?? indent).trimEnd() : (pendingLine ?? indent) + text, from);
      pendingGap = undefined;
      pendingLine = undefined;
      lastLine = from;
    },
    blank() {
      if (pendingLine === undefined && (pendingGap === undefined || pendingGap.length > indent.length))
        pendingGap = indent;
    },
    code(info, code, from) {
      const lines = code.map((text, index) => ({ text, from: from + index }));
      for (const line of renderFence(info, lines, from)) out.line(line.text, line.from);
    },
    heading(level, text, from, id) {
      pendingGap = undefined;
      lastLine = from;
      writer.heading(level, text, from, id);
    },
    resume(level) {
      writer.resume(level);
    },
    within(first, rest, from, body) {
      const outerIndent = indent;
      pendingLine = (pendingLine ?? indent) + first;
      indent += rest;
      body();
      if (pendingLine !== undefined) out.line('', from);
      indent = outerIndent;
    },
  };
  return out;
}
