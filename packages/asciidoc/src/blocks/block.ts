import type { AttributeList } from '../source/attribute-list.ts';
import type { Line } from '../source/line.ts';

interface Titled {
  /** Title of the block, from a `.Title` line above it. */
  readonly title?: Line;
}

export interface Heading {
  readonly kind: 'heading';
  /** Heading level 1 to 6, as in Markdown. */
  readonly level: number;
  readonly text: string;
  readonly from: number;
  readonly id?: string;
}

export interface Paragraph extends Titled {
  readonly kind: 'paragraph';
  readonly lines: readonly Line[];
  /** Label such as `Note`. */
  readonly label?: string;
  readonly hardBreaks?: boolean;
  /** Whether the heading is in a block that cannot contain sections, such as a sidebar. */
  readonly rubric?: boolean;
}

/** Text that is rendered verbatim. */
export interface Code extends Titled {
  readonly kind: 'code';
  readonly info: string;
  readonly lines: readonly Line[];
  /** Line of the opening delimiter. */
  readonly from: number;
  readonly substitutions: 'none' | 'attributes' | 'normal';
  readonly label?: string;
}

/** Blocks that form a unit: an example, a sidebar, an admonition, an open block. */
export interface Group extends Titled {
  readonly kind: 'group';
  readonly blocks: readonly Block[];
  readonly from: number;
  readonly label?: string;
}

export interface Quote extends Titled {
  readonly kind: 'quote';
  readonly blocks: readonly Block[];
  readonly from: number;
  /** Line after the quote. */
  readonly to: number;
  readonly author: string;
  readonly source: string;
}

export interface ListItem {
  readonly from: number;
  readonly text: readonly Line[];
  /** Terms of an item in a description list. */
  readonly terms: readonly Line[];
  readonly number?: number;
  readonly blocks: readonly Block[];
}

export interface List extends Titled {
  readonly kind: 'list';
  readonly style: 'bullet' | 'number' | 'description';
  readonly items: readonly ListItem[];
}

export interface Cell {
  readonly lines: readonly Line[];
  /** Style of the cell, which determines how its text is parsed: one of the letters `adehlmsv`. */
  readonly style: string;
  /** Blocks of a table cell that contains blocks instead of a line of text. */
  readonly blocks?: readonly Block[];
}

export interface Table extends Titled {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
  readonly header: boolean;
  readonly from: number;
}

/** A block macro, `name::target[attributes]`. */
export interface BlockMacro extends Titled {
  readonly kind: 'macro';
  readonly name: 'image' | 'video' | 'audio';
  readonly target: string;
  readonly attributes: AttributeList;
  readonly from: number;
}

export interface Include {
  readonly kind: 'include';
  readonly target: string;
  readonly from: number;
}

/** HTML that is passed through unchanged. */
export interface Raw extends Titled {
  readonly kind: 'raw';
  readonly lines: readonly Line[];
}

export interface Break {
  readonly kind: 'break';
  readonly from: number;
}

export type Block = Heading | Paragraph | Code | Group | Quote | List | Table | BlockMacro | Include | Raw | Break;
