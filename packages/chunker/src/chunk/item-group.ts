import type { Section } from '../section/section-tree.ts';

/** A part of a section's text, which becomes one item. Lines are counted from 0; `end` is exclusive. */
export interface ItemPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Text for one or more items: the parts of a section, or several merged sections. */
export interface ItemGroup {
  /** The sections from the page down to the innermost section that contains all of the text. */
  readonly path: readonly Section[];
  /** The adjacent sections that are merged; empty for a single section. */
  readonly members: readonly Section[];
  /** The parent section whose short introduction precedes the text. */
  readonly opening?: Section;
  readonly parts: readonly ItemPart[];
}

/** Size limits for the text of an item, in UTF-16 code units. */
export interface SizeLimits {
  /** Preferred size of prose. */
  readonly target: number;
  /** Maximum size of an item's text. Blocks that should stay whole, such as code and tables, may reach it. */
  readonly cap: number;
}

/** Maximum length of the breadcrumb (first line) of an item, in UTF-16 code units. */
export const MAX_BREADCRUMB_LENGTH = 400;
