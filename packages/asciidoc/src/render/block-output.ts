import type { MarkdownWriter } from '@context-sync/reading';

/** A writer for Markdown inside lists and quotes. It prefixes each line with the markers of the surrounding lists and quotes. */
export interface Output {
  line(markdown: string, from: number): void;
  /** Adds a blank line, unless the output ends with a blank line or a list item has just begun. */
  blank(): void;
  heading(level: number, markdown: string, from: number, id: string | undefined): void;
  /** Calls `write`. Prefixes the first line that `write` adds with `first`, and the following lines with `rest`. */
  within(first: string, rest: string, from: number, write: () => void): void;
  /** Ends the line of a list marker, for blocks that cannot be on the same line as the marker. */
  endMarker(from: number): void;
}

export function createOutput(writer: MarkdownWriter): Output {
  let prefix = '';
  let pendingLine: string | undefined;
  /** Prefix of the lists and quotes around the current list item. */
  let blockAttributes = '';
  let isEmptyOutput = true;
  let last = 1;
  const add = (text: string, from: number) => {
    writer.raw(text, from);
    last = from;
    isEmptyOutput = false;
  };
  const output: Output = {
    line(markdown, from) {
      add(`${pendingLine ?? prefix}${markdown}`.trimEnd(), from);
      pendingLine = undefined;
    },
    blank() {
      if (isEmptyOutput || pendingLine !== undefined) return;
      const prefixText = prefix.trimEnd();
      if (prefixText === '') writer.blank();
      else writer.raw(prefixText, last);
      isEmptyOutput = true;
    },
    heading(level, markdown, from, id) {
      writer.heading(level, markdown, from, id);
      last = from;
      isEmptyOutput = true;
    },
    within(first, rest, from, write) {
      const outerPrefix = prefix;
      if (pendingLine === undefined) blockAttributes = prefix;
      pendingLine = `${pendingLine ?? prefix}${first}`;
      prefix = `${outerPrefix}${rest}`;
      write();
      output.endMarker(from);
      prefix = outerPrefix;
    },
    endMarker(from) {
      if (pendingLine === undefined) return;
      // A marker without text could be parsed as the underline of the paragraph above.
      if (!isEmptyOutput) add(blockAttributes.trimEnd(), last);
      add(pendingLine.trimEnd(), from);
      pendingLine = undefined;
    },
  };
  return output;
}
