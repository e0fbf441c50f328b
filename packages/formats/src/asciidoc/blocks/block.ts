import type { AttributeList } from '../source/attribute-list.ts';
import type { Line } from '../source/line.ts';

interface Titled {
  /** `.Title` above the block. */
  readonly title?: Line;
}

export interface Heading {
  readonly kind: 'heading';
  /** 1 to 6, as in Markdown. */
  readonly level: number;
  readonly text: string;
  readonly from: number;
  readonly id?: string;
}

export interface Paragraph extends Titled {
  readonly kind: 'paragraph';
  readonly lines: readonly Line[];
  /** `Note` and the like. */
  readonly lead?: string;
  readonly hardBreaks?: boolean;
  /** A heading where none can stand, such as in a sidebar. */
  readonly rubric?: boolean;
}

/** Text that is shown as it is. */
export interface Code extends Titled {
  readonly kind: 'code';
  readonly info: string;
  readonly lines: readonly Line[];
  /** Of the line that opens it. */
  readonly from: number;
  readonly substitutions: 'none' | 'attributes' | 'normal';
  readonly lead?: string;
}

/** Blocks that belong together: an example, a sidebar, an admonition, an open block. */
export interface Group extends Titled {
  readonly kind: 'group';
  readonly blocks: readonly Block[];
  readonly from: number;
  readonly lead?: string;
}

export interface Quote extends Titled {
  readonly kind: 'quote';
  readonly blocks: readonly Block[];
  readonly from: number;
  /** Of the line below it. */
  readonly to: number;
  readonly author: string;
  readonly source: string;
}

export interface ListItem {
  readonly from: number;
  readonly text: readonly Line[];
  /** Of a description list: what is described. */
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
  /** One of `adehlmsv`: how the text is to be read. */
  readonly style: string;
  /** Of a cell that holds blocks. */
  readonly blocks?: readonly Block[];
}

export interface Table extends Titled {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
  readonly header: boolean;
  readonly from: number;
}

/** `name::target[attributes]`. */
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

/** Text that goes to the page as it is: HTML. */
export interface Raw extends Titled {
  readonly kind: 'raw';
  readonly lines: readonly Line[];
}

export interface Break {
  readonly kind: 'break';
  readonly from: number;
}

export type Block = Heading | Paragraph | Code | Group | Quote | List | Table | BlockMacro | Include | Raw | Break;
