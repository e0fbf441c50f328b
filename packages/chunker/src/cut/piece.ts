/** A part of a document that becomes (part of) an item's content. Lines are counted from 0, `end` is the one after the last. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
