/** A line of Markdown and the line of the document that it came from. */
export interface HtmlLine {
  readonly text: string;
  readonly from: number;
}

/** Maximum nesting depth of lists and quotes. Deeper containers are written at this depth. */
const MAX_DEPTH = 12;

/** A collector of Markdown blocks. It prefixes their lines for the surrounding lists and quotes, and separates the blocks by blank lines. */
export interface MarkdownLines {
  /** Adds a block with these lines. */
  block(lines: readonly HtmlLine[]): void;
  heading(level: number, text: string, from: number, id?: string): void;
  /** Opens a list item or quote. `first` is the prefix of its first line, `rest` the prefix of its other lines. */
  open(first: string, rest: string): void;
  close(): void;
  /** Sets whether blocks are written without blank lines between them, as in a list of short items. Returns the previous value. */
  setTight(value: boolean): boolean;
  isTight(): boolean;
  /** Returns whether a list item or quote is open. */
  isNested(): boolean;
  isEmpty(): boolean;
  /** Calls `write` and returns the lines that it adds, without adding them to this collector. */
  capture(write: () => void): readonly HtmlLine[];
  lines(): readonly HtmlLine[];
}

/** Creates a collector without lines. */
export function createMarkdownLines(): MarkdownLines {
  let lines: HtmlLine[] = [];
  let containers: { readonly prefix: string; readonly marker: string | undefined }[] = [];
  let prefix = '';
  /** Prefix with the list marker for the next line; undefined if the marker is already written. */
  let marker: string | undefined;
  let isTight = false;

  function addSeparator(from: number): void {
    // The first block after a marker needs no blank line before it.
    if (isTight || marker !== undefined || lines.length === 0) return;
    const blank = prefix.trimEnd();
    if (lines.at(-1)?.text !== blank) lines.push({ text: blank, from: lines.at(-1)?.from ?? from });
  }

  function add(text: string, from: number): void {
    const start = marker ?? prefix;
    marker = undefined;
    lines.push({ text: text === '' ? start.trimEnd() : start + text, from });
  }

  const output: MarkdownLines = {
    block(addedLines) {
      if (addedLines.length === 0) return;
      addSeparator(addedLines[0]?.from ?? 1);
      for (const { text, from } of addedLines) add(text, from);
    },
    heading(level, text, from, id) {
      const hashMarks = '#'.repeat(Math.min(Math.max(level, 1), 6));
      output.block([{ text: `${hashMarks} ${text}${id === undefined ? '' : ` {#${id}}`}`, from }]);
    },
    open(first, rest) {
      addSeparator(lines.at(-1)?.from ?? 1);
      containers.push({ prefix, marker });
      marker = (marker ?? prefix) + first;
      if (containers.length <= MAX_DEPTH) prefix += rest;
    },
    close() {
      const container = containers.pop();
      prefix = container?.prefix ?? '';
      // The marker was not written, so the container is empty.
      if (marker !== undefined) marker = container?.marker;
    },
    setTight(value) {
      const wasTight = isTight;
      isTight = value;
      return wasTight;
    },
    isTight: () => isTight,
    isNested: () => containers.length > 0,
    isEmpty: () => lines.length === 0,
    capture(write) {
      const outerState = { lines, containers, prefix, marker, isTight };
      lines = [];
      containers = [];
      prefix = '';
      marker = undefined;
      isTight = false;
      write();
      const capturedLines = lines;
      ({ lines, containers, prefix, marker, isTight } = outerState);
      return capturedLines;
    },
    lines: () => lines,
  };
  return output;
}
