/** The position of a block in its document. */
export interface BlockContext {
  /** Number of surrounding blocks. */
  readonly depth: number;
  /** Markers of the surrounding lists. An item of one of these lists ends the block. Undefined outside of lists. */
  readonly markers?: readonly string[];
}

/** Maximum nesting depth of blocks. The delimiters of deeper blocks are ignored. */
export const MAX_DEPTH = 50;
