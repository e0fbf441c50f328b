/**
 * Inline content: a string is Markdown; the other forms can only be converted once the whole document is parsed, because references may
 * precede their targets. A footnote is identified by its position in the document.
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
  /** Link destination: a URL, or the name of a target followed by `_`. */
  readonly target?: string;
}

export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  /** The title; if `isCode`, the signature of an object. */
  readonly rst: string;
  readonly isCode?: boolean;
  /** The anchor that Sphinx generates for an object. */
  readonly id?: string;
  /** Names of the targets directly above the heading. */
  readonly labels: readonly string[];
  readonly line: number;
}

/** The end of an object's description: text that follows belongs to the section around it again. */
export interface SectionEnd {
  readonly kind: 'section-end';
  /** Level of the section that goes on. */
  readonly level: number;
}

/** A paragraph of inline content. Line ends in `rst` are those of the document. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: readonly Inline[];
  readonly line: number;
}

export interface Code {
  readonly kind: 'code';
  readonly info: string;
  readonly code: readonly string[];
  /** Whether the code contains inline markup, which is removed. */
  readonly parsed?: boolean;
  /** Line of the first line of code. */
  readonly line: number;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** Markdown marker with the space after it; its width is the indent of the item. */
  readonly marker: string;
  readonly nodes: readonly Node[];
  readonly line: number;
}

/** Terms with their definitions; fields or options with their descriptions. */
export interface Entries {
  readonly kind: 'entries';
  readonly entries: readonly LabeledBlocks[];
}

/** Blocks with a label, which joins the first block if that is a paragraph: an admonition, a definition, a footnote. */
export interface LabeledBlocks {
  readonly kind: 'labeled';
  readonly label: readonly Inline[];
  /** Text between the label and a paragraph. */
  readonly colon: string;
  readonly nodes: readonly Node[];
  readonly line: number;
}

export interface Quote {
  readonly kind: 'quote';
  readonly nodes: readonly Node[];
}

/** Lines with preserved line breaks. */
export interface LineBlock {
  readonly kind: 'lines';
  readonly lines: readonly { readonly text: readonly Inline[]; readonly line: number }[];
  /** The name in the lines if they contain nothing else; they are omitted if the next heading contains the name. */
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

/** The content of a cell. A cell that spans several positions is the same object in each of them. */
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

export type Node =
  | Heading
  | SectionEnd
  | Paragraph
  | Code
  | List
  | Entries
  | LabeledBlocks
  | Quote
  | LineBlock
  | Table
  | Html
  | Break;
