/**
 * A piece of a line of Markdown: ready as it is; or reStructuredText, which can only be turned into Markdown once all of the document is read,
 * as a link may stand before its target; or the label of a footnote, by its place among all.
 */
export type Inline =
  | string
  | { readonly rst: string; readonly strong?: boolean }
  | { readonly footnote: number }
  | { readonly image: Image };

export interface Image {
  readonly uri: string;
  /** Plain text. */
  readonly alt: string;
  /** Where it leads to: a URL, or the name of a target with `_` behind it. */
  readonly target?: string;
}

export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  readonly rst: string;
  /** Names of the targets right above it. */
  readonly labels: readonly string[];
  readonly line: number;
}

/** Running text. Line ends within `rst` are those of the document. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: readonly Inline[];
  readonly line: number;
}

export interface Code {
  readonly kind: 'code';
  readonly info: string;
  readonly code: readonly string[];
  /** Whether the code holds inline markup, which is taken out. */
  readonly parsed?: boolean;
  /** Of the first line of code. */
  readonly line: number;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** Markdown's, with the space behind it; its width is the indentation of the item. */
  readonly marker: string;
  readonly nodes: readonly Node[];
  readonly line: number;
}

/** Terms with their definitions; names of fields, and options, with what they mean. */
export interface Entries {
  readonly kind: 'entries';
  readonly entries: readonly Led[];
}

/** Blocks under a lead, which goes before the first of them if that is a paragraph: an admonition, a definition, a footnote. */
export interface Led {
  readonly kind: 'led';
  readonly lead: readonly Inline[];
  /** What stands between the lead and a paragraph. */
  readonly colon: string;
  readonly nodes: readonly Node[];
  readonly line: number;
}

export interface Quote {
  readonly kind: 'quote';
  readonly nodes: readonly Node[];
}

/** Lines that stay lines. */
export interface LineBlock {
  readonly kind: 'lines';
  readonly lines: readonly { readonly text: readonly Inline[]; readonly line: number }[];
  /** What the lines name, where they say nothing more: a heading right below that holds it says it again. */
  readonly name?: string;
}

export interface Table {
  readonly kind: 'table';
  readonly head: readonly Row[];
  readonly body: readonly Row[];
  readonly line: number;
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly line: number;
}

/** What stands in a cell. The same object in several places is one cell that spans them. */
export interface Cell {
  readonly nodes: readonly Node[];
}

export interface Html {
  readonly kind: 'html';
  readonly html: readonly string[];
  readonly line: number;
}

export interface Break {
  readonly kind: 'break';
  readonly line: number;
}

export type Node = Heading | Paragraph | Code | List | Entries | Led | Quote | LineBlock | Table | Html | Break;
