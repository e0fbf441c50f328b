/**
 * Inline content: a string is Markdown; the other forms can only be converted once the whole document is parsed, because references may precede their
 * targets. A footnote is identified by its position in the document.
 */
export type Inline =
  | string
  | { readonly rst: string; readonly strong?: boolean }
  | { readonly footnote: number }
  | { readonly footnoteAnchor: number }
  | { readonly image: Image };

export interface Image {
  readonly uri: string;
  /** Plain text. */
  readonly alt: string;
  /** Link destination: a URL, or the name of a target followed by `_`. */
  readonly target?: string;
}

export interface RstHeading {
  readonly kind: 'heading';
  readonly level: number;
  /** The title, or, if `isCode` is set, the signature of an object. */
  readonly rst: string;
  readonly isCode?: boolean;
  /** The anchor that Sphinx generates for an object. */
  readonly id?: string;
  /** Names of the targets directly above the heading. */
  readonly labels: readonly string[];
  readonly line: number;
}

/** The end of an object's description. The text after the description belongs to the surrounding section again. */
export interface SectionEnd {
  readonly kind: 'section-end';
  /** Level of the section that continues. */
  readonly level: number;
}

/** A paragraph of inline content. Line ends in `rst` are the same as in the document. */
export interface RstParagraph {
  readonly kind: 'paragraph';
  readonly text: readonly Inline[];
  readonly line: number;
}

export interface RstCode {
  readonly kind: 'code';
  readonly info: string;
  readonly code: readonly string[];
  /** Whether the code contains inline markup, which is removed. */
  readonly parsed?: boolean;
  /** Line of the first line of code. */
  readonly line: number;
}

export interface RstList {
  readonly kind: 'list';
  readonly items: readonly RstListItem[];
}

export interface RstListItem {
  /** Markdown marker with the space after it; its width is the indent of the item. */
  readonly marker: string;
  readonly nodes: readonly RstNode[];
  readonly line: number;
}

/** Terms with their definitions; fields or options with their descriptions. */
export interface RstEntries {
  readonly kind: 'entries';
  readonly entries: readonly LabeledBlocks[];
}

/** Blocks with a label, such as an admonition, a definition or a footnote. The label precedes the text of the first block if this block is a paragraph. */
export interface LabeledBlocks {
  readonly kind: 'labeled';
  readonly label: readonly Inline[];
  /** Separator, such as a colon, between the label and a paragraph. */
  readonly colon: string;
  readonly nodes: readonly RstNode[];
  readonly line: number;
  /** First lines of the GitHub alert that the blocks become. Tables cannot contain alerts. */
  readonly alert?: { readonly mark: string; readonly title: readonly Inline[] };
}

export interface RstQuote {
  readonly kind: 'quote';
  readonly nodes: readonly RstNode[];
}

/** Lines with preserved line breaks. */
export interface LineBlock {
  readonly kind: 'lines';
  readonly lines: readonly { readonly text: readonly Inline[]; readonly line: number }[];
  /** The object's name if the lines contain only this name. The lines are omitted if the next heading contains the name. */
  readonly name?: string;
}

export interface RstTable {
  readonly kind: 'table';
  readonly head: readonly RstRow[];
  readonly body: readonly RstRow[];
  readonly line: number;
}

export interface RstRow {
  readonly cells: readonly RstCell[];
  readonly line: number;
}

/** The content of a cell. A cell that spans several positions is the same object in each of them. */
export interface RstCell {
  readonly nodes: readonly RstNode[];
}

export interface Html {
  readonly kind: 'html';
  readonly html: readonly string[];
  readonly line: number;
}

export interface RstBreak {
  readonly kind: 'break';
  readonly line: number;
}

export type RstNode =
  | RstHeading
  | SectionEnd
  | RstParagraph
  | RstCode
  | RstList
  | RstEntries
  | LabeledBlocks
  | RstQuote
  | LineBlock
  | RstTable
  | Html
  | RstBreak;
