/** A line of Markdown and the line of the document that it came from. */
export interface Line {
  readonly text: string;
  readonly from: number;
}

/** Lists and quotes that are nested deeper than this are written at this depth. */
const DEPTH_LIMIT = 12;

/** Collects blocks of Markdown, with what containers put before each of their lines, and with empty lines between them. */
export interface MarkdownLines {
  /** Adds the lines of a block. */
  block(lines: readonly Line[]): void;
  heading(level: number, text: string, from: number, id?: string): void;
  /** Begins a container: `first` stands before its first line, `rest` before the others. */
  open(first: string, rest: string): void;
  close(): void;
  /** Sets whether blocks stand without empty lines between them, as in a list of short items; gives what held before. */
  tight(value: boolean): boolean;
  isTight(): boolean;
  /** Whether containers are open. */
  isNested(): boolean;
  isEmpty(): boolean;
  /** Gives the lines that `write` adds, instead of adding them. */
  capture(write: () => void): readonly Line[];
  lines(): readonly Line[];
}

/** An empty page. */
export function createMarkdownLines(): MarkdownLines {
  let lines: Line[] = [];
  let containers: { readonly prefix: string; readonly marker: string | undefined }[] = [];
  let prefix = '';
  /** Stands before the next line in place of the prefix. */
  let marker: string | undefined;
  let isTight = false;

  function separate(from: number): void {
    // Behind a marker, there is nothing to be separated from.
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
    block(added) {
      if (added.length === 0) return;
      separate(added[0]?.from ?? 1);
      for (const { text, from } of added) add(text, from);
    },
    heading(level, text, from, id) {
      const mark = '#'.repeat(Math.min(Math.max(level, 1), 6));
      output.block([{ text: `${mark} ${text}${id === undefined ? '' : ` {#${id}}`}`, from }]);
    },
    open(first, rest) {
      separate(lines.at(-1)?.from ?? 1);
      containers.push({ prefix, marker });
      marker = (marker ?? prefix) + first;
      if (containers.length <= DEPTH_LIMIT) prefix += rest;
    },
    close() {
      const container = containers.pop();
      prefix = container?.prefix ?? '';
      // Nothing was in it.
      if (marker !== undefined) marker = container?.marker;
    },
    tight(value) {
      const before = isTight;
      isTight = value;
      return before;
    },
    isTight: () => isTight,
    isNested: () => containers.length > 0,
    isEmpty: () => lines.length === 0,
    capture(write) {
      const outer = { lines, containers, prefix, marker, isTight };
      lines = [];
      containers = [];
      prefix = '';
      marker = undefined;
      isTight = false;
      write();
      const captured = lines;
      ({ lines, containers, prefix, marker, isTight } = outer);
      return captured;
    },
    lines: () => lines,
  };
  return output;
}
