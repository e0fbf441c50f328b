import { fenced } from '../../reading/fence-code.ts';
import type { MarkdownWriter } from '../../reading/markdown-writer.ts';

/** Writes Markdown within lists and quotes: what stands in one begins with its marker, or its indentation. */
export interface Out {
  line(text: string, from: number): void;
  /** An empty line before the next one. */
  blank(): void;
  code(info: string, code: readonly string[], from: number): void;
  /** Only outside of lists and quotes. */
  heading(level: number, text: string, from: number, id: string | undefined): void;
  /** What `body` writes gets `first` before its first line, and `rest` before the others. */
  within(first: string, rest: string, from: number, body: () => void): void;
}

export function createOut(writer: MarkdownWriter): Out {
  let indent = '';
  /** What the next line begins with, if a marker waits for it. */
  let pending: string | undefined;
  /** What an empty line, which waits for the next line, begins with. */
  let gap: string | undefined;
  let last = 1;

  const out: Out = {
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
