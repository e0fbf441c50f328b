/** The position of a block. */
export interface BlockContext {
  /** Number of surrounding blocks. */
  readonly depth: number;
  /** Markers of the surrounding lists, whose items end the block; undefined outside of lists. */
  readonly markers?: readonly string[];
}

/** Maximum depth. The delimiters of deeper blocks are ignored. */
export const MAX_DEPTH = 50;
