import type { MarkdownWriter } from '@context-sync/reading';

/** Writes Markdown inside lists and quotes: prefixes lines with the marks of their containers. */
export interface Output {
  line(markdown: string, from: number): void;
  /** Adds a blank line, unless the output ends with a blank line or a list item has just begun. */
  blank(): void;
  heading(level: number, markdown: string, from: number, id: string | undefined): void;
  /** Calls `write` and prefixes its first line with `first`, and the others with `rest`. */
  within(first: string, rest: string, from: number, write: () => void): void;
  /** Ends the line of a list marker, for blocks that cannot be on the same line as the marker. */
  endMarker(from: number): void;
}

export function createOutput(writer: MarkdownWriter): Output {
  let prefix = '';
  let pending: string | undefined;
  /** Prefix of the containers around the current list item. */
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
      // A marker without text could be parsed as the underline of the paragraph above.
      if (!empty) add(around.trimEnd(), last);
      add(pending.trimEnd(), from);
      pending = undefined;
    },
  };
  return output;
}
