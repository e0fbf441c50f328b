/** Where a block stands. */
export interface Place {
  /** Blocks around it. */
  readonly depth: number;
  /** Markers of the lists around it, whose items end it; undefined outside of lists. */
  readonly markers?: readonly string[];
}

/** Deeper blocks are read as if their delimiters were not there. */
export const DEPTH_LIMIT = 50;
