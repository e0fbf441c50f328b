import type { Section } from '../section/section-tree.ts';

/** A part of a document that becomes (part of) an item's content. Lines are counted from 0, `end` is the one after the last. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Text for one or more items: pieces of a section, or neighbouring sections together. */
export interface Group {
  /** From the page down to the section that all of it stands under. */
  readonly path: readonly Section[];
  /** The sections that the text consists of, where it is more than one whole section side by side. */
  readonly members: readonly Section[];
  /** The section above that the text begins in, where that is too short for an item of its own. */
  readonly opening?: Section;
  readonly pieces: readonly Piece[];
}

/** How long the text of an item may be, in UTF-16 units. */
export interface Sizes {
  /** Prose is gathered up to here. */
  readonly target: number;
  /** What should stay whole, such as code and tables, may reach this. */
  readonly cap: number;
}

/** Longest breadcrumb (first line) of an item, in UTF-16 units. */
export const MAX_BREADCRUMB_LENGTH = 400;
