import type { MarkdownWriter } from '../../reading/markdown-writer.ts';

/** Writes Markdown within lists and quotes: what is written gets the marks of all that is around it. */
export interface Output {
  line(markdown: string, from: number): void;
  /** An empty line, unless one stands there already, or an item has just begun. */
  blank(): void;
  heading(level: number, markdown: string, from: number, id: string | undefined): void;
  /** What `write` writes, `first` before its first line and `rest` before the others. */
  within(first: string, rest: string, from: number, write: () => void): void;
  /** Ends the line that an item has begun, for what cannot stand beside its marker. */
  endMarker(from: number): void;
}

export function createOutput(writer: MarkdownWriter): Output {
  let prefix = '';
  let pending: string | undefined;
  /** Of what is around the item that has begun. */
  let around = '';
  let empty = true;
  let last = 1;
  const add = (text: string, from: number) => {
    writer.raw(text, from);
    last = from;
    empty = false;
  };
  const output: Output = {
    line(markdown, from) {
      add(`${pending ?? prefix}${markdown}`.trimEnd(), from);
      pending = undefined;
    },
    blank() {
      if (empty || pending !== undefined) return;
      const marks = prefix.trimEnd();
      if (marks === '') writer.blank();
      else writer.raw(marks, last);
      empty = true;
    },
    heading(level, markdown, from, id) {
      writer.heading(level, markdown, from, id);
      last = from;
      empty = true;
    },
    within(first, rest, from, write) {
      const outer = prefix;
      if (pending === undefined) around = prefix;
      pending = `${pending ?? prefix}${first}`;
      prefix = `${outer}${rest}`;
      write();
      output.endMarker(from);
      prefix = outer;
    },
    endMarker(from) {
      if (pending === undefined) return;
      // A marker without text would be read as the underline of a paragraph above it.
      if (!empty) add(around.trimEnd(), last);
      add(pending.trimEnd(), from);
      pending = undefined;
    },
  };
  return output;
}
