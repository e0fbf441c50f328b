import type { FrontMatter } from './front-matter.ts';
import type { ReadContext } from './site.ts';

/** A warning about a line of a document, for its author. */
export interface Warning {
  /** Line of the document, counted from 1. */
  readonly line: number;
  readonly message: string;
  /**
   * Subject of the warning; absent for problems of the document's format. `unchecked` is not a problem of the document: its links may be right, but no known
   * rule defines their targets. The message of a `leftover` warning is the name of a site generator's syntax that is left in items.
   */
  readonly kind?: 'front-matter' | 'fence' | 'split' | 'link' | 'image' | 'unchecked' | 'leftover';
  /** Number of links that an `unchecked` warning is about, or of items with leftover syntax. */
  readonly count?: number;
}

/** A document converted to Markdown, from which context items are created. */
export interface DocumentReading {
  /** Markdown; lines end in `\n`. */
  readonly markdown: string;
  /** For each line of `markdown`, the line of the document that it came from, counted from 1. Absent if they are the same. */
  readonly lines?: readonly number[];
  /** Plain text title that is not part of the text, such as HTML's `<title>`. The first heading takes precedence. */
  readonly title?: string;
  /** Metadata from the format itself; front matter takes precedence. */
  readonly head?: FrontMatter;
  /** Number of lines at the start of `markdown` that may be front matter. Default none. */
  readonly headLines?: number;
  /** Heading level at which each section, with its subsections, becomes one context item. These items are not merged, and are split only above the size limit. */
  readonly wholeLevel?: number;
  /**
   * Lines of `markdown`, counted from 0, at which a section continues after its subsections, with the level of its heading. Markdown has no syntax
   * for the end of a subsection.
   */
  readonly resumed?: ReadonlyMap<number, number>;
  /** Reason why the document intentionally produces no items. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/** Function that converts one format to Markdown. Expects well-formed UTF-16 text with `\n` line ends, without a byte order mark or NUL. */
export type FrontEnd = (text: string, context?: ReadContext) => DocumentReading;
