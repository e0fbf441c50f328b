import type { AttributeList } from '../source/attribute-list.ts';
import type { AsciidocLine } from '../source/source-line.ts';

interface TitledBlock {
  /** Title of the block, from a `.Title` line above it. */
  readonly title?: AsciidocLine;
}

export interface Heading {
  readonly kind: 'heading';
  /** Heading level 1 to 6, as in Markdown. */
  readonly level: number;
  readonly text: string;
  readonly from: number;
  readonly id?: string;
}

export interface Paragraph extends TitledBlock {
  readonly kind: 'paragraph';
  readonly lines: readonly AsciidocLine[];
  /** Label of an admonition, such as `Note`. */
  readonly label?: string;
  readonly hardBreaks?: boolean;
  /** Whether the heading is in a block that cannot contain sections, such as a sidebar. */
  readonly rubric?: boolean;
}

/** A block of code or of other verbatim text. */
export interface Code extends TitledBlock {
  readonly kind: 'code';
  readonly info: string;
  readonly lines: readonly AsciidocLine[];
  /** Line number of the opening delimiter. */
  readonly from: number;
  readonly substitutions: 'none' | 'attributes' | 'normal';
  readonly label?: string;
}

/** Blocks that form a unit: an example, a sidebar, an admonition, an open block. */
export interface Group extends TitledBlock {
  readonly kind: 'group';
  readonly blocks: readonly Block[];
  readonly from: number;
  readonly label?: string;
  /** Whether readers can open and close the block, and its state at first. */
  readonly collapsible?: 'open' | 'closed';
}

export interface Quote extends TitledBlock {
  readonly kind: 'quote';
  readonly blocks: readonly Block[];
  readonly from: number;
  /** Number of the line after the quote. */
  readonly to: number;
  readonly author: string;
  readonly source: string;
}

export interface ListItem {
  readonly from: number;
  readonly text: readonly AsciidocLine[];
  /** Terms of an item in a description list. */
  readonly terms: readonly AsciidocLine[];
  readonly number?: number;
  readonly blocks: readonly Block[];
}

export interface List extends TitledBlock {
  readonly kind: 'list';
  readonly style: 'bullet' | 'number' | 'description';
  readonly items: readonly ListItem[];
}

export interface Cell {
  readonly lines: readonly AsciidocLine[];
  /** Style of the cell, which determines how its text is parsed: one of the letters `adehlmsv`. */
  readonly style: string;
  /** Blocks of a table cell that contains blocks instead of a line of text. */
  readonly blocks?: readonly Block[];
}

export interface Table extends TitledBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
  readonly header: boolean;
  readonly from: number;
}

/** A block macro, `name::target[attributes]`. */
export interface BlockMacro extends TitledBlock {
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

/** A block of HTML that the Markdown contains unchanged. */
export interface RawBlock extends TitledBlock {
  readonly kind: 'raw';
  readonly lines: readonly AsciidocLine[];
}

export interface BreakBlock {
  readonly kind: 'break';
  readonly from: number;
}

export type Block =
  | Heading
  | Paragraph
  | Code
  | Group
  | Quote
  | List
  | Table
  | BlockMacro
  | Include
  | RawBlock
  | BreakBlock;
