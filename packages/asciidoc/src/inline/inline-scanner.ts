import type { InlineDocument } from './inline-document.ts';
import type { Formats } from './inline-formats.ts';
import type { ProtectedTexts } from './protected-texts.ts';
import type { Search } from './text-search.ts';

/** Settings for the conversion of an inline text. */
export interface InlineSetting {
  readonly protectedTexts: ProtectedTexts;
  readonly document: InlineDocument;
  readonly line: number;
  /** Whether to return only the visible text without markup. */
  readonly plain: boolean;
  /** Whether to use the marks of the compatibility mode. */
  readonly compatible: boolean;
}

/** Constructs that enclose a part of an inline text. */
export interface InlineMode {
  /** Whether the part is inside the text of a link, which cannot contain other links. */
  readonly label: boolean;
  /** Whether the part is inside inline code, which can contain only links. */
  readonly code: boolean;
  /** The formatting marks that are open around the part. */
  readonly open: string;
  readonly depth: number;
}

/** A part of the text, from `start` to `end`. The text before `from` has already been converted. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly mode: InlineMode;
}

/** State of the conversion of an inline text. */
export interface InlineScanner extends InlineSetting {
  readonly text: string;
  readonly search: (mark: string, from: number) => number;
  /** Returns the position of the next white space, bracket or angle bracket. */
  readonly stop: Search;
  /** Returns the position of the next closing bracket that is not escaped. */
  readonly bracket: Search;
  readonly formats: Formats;
  /** Positions of closing brackets by their opening brackets. */
  readonly brackets: ReadonlyMap<number, number>;
  /** Number of removed line breaks, which are inserted at the next space. */
  removedBreaks: number;
  readonly read: (start: number, end: number, mode: InlineMode) => string;
}

/** A converted construct: its Markdown and its range in the text. */
export interface InlineMatch {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}
