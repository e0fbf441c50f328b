import type { FrontMatter } from './front-matter.ts';

/** A remark about a line of a document, for its author. */
export interface Warning {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  /** What it is about; absent where it is about how the document is written otherwise. */
  readonly kind?: 'front-matter' | 'fence' | 'split';
}

/** A document brought to Markdown, which is what every format is cut as. */
export interface Reading {
  /** Markdown; lines end in `\n`. */
  readonly markdown: string;
  /** For each line of `markdown` the line of the document that it came from, from 1. Absent where they are the same. */
  readonly lines?: readonly number[];
  /** Plain text title that the document gives itself outside of its text, such as HTML's `<title>`. A first heading goes before it. */
  readonly title?: string;
  /** What the document says of itself as its format has it; front matter before the text goes before it. */
  readonly head?: FrontMatter;
  /** How many lines of `markdown`, from the first, may be front matter. Default none. */
  readonly headLines?: number;
  /** Headings of this level, and all under them, are one item each: neither gathered with others, nor cut below the cap. */
  readonly wholeLevel?: number;
  /** Why the document gives no items, where it gives none on purpose. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/** Reads one format. The text has no byte order mark, `\n` line ends, no NUL, and is well-formed UTF-16. */
export type FrontEnd = (text: string) => Reading;
