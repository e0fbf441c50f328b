import type { FrontMatter } from './front-matter.ts';
import type { ReadContext } from './site.ts';

/** A warning about a line of a document, for its author. */
export interface Warning {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  /** Its subject; absent for problems of the document's format. */
  readonly kind?: 'front-matter' | 'fence' | 'split' | 'link' | 'image';
}

/** A document converted to Markdown, from which items are made. */
export interface Reading {
  /** Markdown; lines end in `\n`. */
  readonly markdown: string;
  /** For each line of `markdown`, the line of the document that it came from, counted from 1. Absent if they are the same. */
  readonly lines?: readonly number[];
  /** Plain text title outside of the text, such as HTML's `<title>`. A first heading takes precedence. */
  readonly title?: string;
  /** Metadata from the format itself; front matter takes precedence. */
  readonly head?: FrontMatter;
  /** How many lines at the start of `markdown` may be front matter. Default none. */
  readonly headLines?: number;
  /** Headings of this level, and everything under them, give one item each: they are not merged, and not split below the cap. */
  readonly wholeLevel?: number;
  /**
   * Lines of `markdown`, counted from 0, at which a section that others interrupted goes on, with the level of its heading: Markdown has no
   * notation for the end of a subsection.
   */
  readonly resumed?: ReadonlyMap<number, number>;
  /** Reason why the document intentionally produces no items. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/** Converts one format to Markdown. The text has no byte order mark, `\n` line ends, no NUL, and is well-formed UTF-16. */
export type FrontEnd = (text: string, context?: ReadContext) => Reading;
