import type { MarkdownWriter } from '@context-sync/reading';
import { fenced } from '@context-sync/reading';

/** Writes Markdown inside lists and quotes: lines begin with the marker or the indent of their container. */
export interface RstOutput {
  line(text: string, from: number): void;
  /** Adds a blank line before the next line. */
  blank(): void;
  code(info: string, code: readonly string[], from: number): void;
  /** Adds a heading. Must not be called inside lists and quotes. */
  heading(level: number, text: string, from: number, id: string | undefined): void;
  /** Ends the sections below the section with this level. */
  resume(level: number): void;
  /** Calls `body` and prefixes its first line with `first`, and the others with `rest`. */
  within(first: string, rest: string, from: number, body: () => void): void;
}

export function createOutput(writer: MarkdownWriter): RstOutput {
  let indent = '';
  /** Prefix of the next line if it begins with a marker. */
  let pending: string | undefined;
  /** Prefix of a blank line that is written before the next line. */
  let gap: string | undefined;
  let last = 1;

  const out: RstOutput = {
    line(text, from) {
      if (gap !== undefined) {
        const prefix = (gap.length < indent.length ? gap : indent).trimEnd();
        if (prefix === '') writer.blank();
        else writer.raw(prefix, last);
      }
      writer.raw(text === '' ? (pending ?? indent).trimEnd() : (pending ?? indent) + text, from);
      gap = undefined;
      pending = undefined;
      last = from;
    },
    blank() {
      if (pending === undefined && (gap === undefined || gap.length > indent.length)) gap = indent;
    },
    code(info, code, from) {
      const lines = code.map((text, index) => ({ text, from: from + index }));
      for (const line of fenced(info, lines, from)) out.line(line.text, line.from);
    },
    heading(level, text, from, id) {
      gap = undefined;
      last = from;
      writer.heading(level, text, from, id);
    },
    resume(level) {
      writer.resume(level);
    },
    within(first, rest, from, body) {
      const outer = indent;
      pending = (pending ?? indent) + first;
      indent += rest;
      body();
      if (pending !== undefined) out.line('', from);
      indent = outer;
    },
  };
  return out;
}
