/** A block of a document: whole lines, from `start` up to but without `end`, counted from 0. */
export interface Block {
  readonly kind: 'heading' | 'fence' | 'code' | 'table' | 'list' | 'quote' | 'html' | 'paragraph' | 'break';
  readonly start: number;
  readonly end: number;
  /** Of a heading: 1 to 6. */
  readonly level: number;
  /** Of a heading: its text as written, without marks. */
  readonly text: string;
}
