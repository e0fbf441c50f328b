/** Kinds of top-level blocks. */
export const HEADING = 1;
export const FENCE = 2;
/** Indented code. */
export const CODE = 3;
export const TABLE = 4;
export const LIST = 5;
export const QUOTE = 6;
/** HTML, or JSX. */
export const HTML = 7;
export const PARAGRAPH = 8;
export const BREAK = 9;
/** A line that marks the beginning or the end of something, such as `:::tip`, `{{< note >}}` or `{% tabs %}`. */
export const DIRECTIVE = 10;
/** `import` and `export` of MDX. */
export const ESM = 11;

/**
 * The blocks of a document in order, as flat arrays: block `i` is of `kinds[i]` and takes the whole lines from `starts[i]` up to but without
 * `ends[i]`, counted from 0. Blank lines belong to no block, unless they stand inside one.
 */
export interface Blocks {
  readonly kinds: number[];
  readonly starts: number[];
  readonly ends: number[];
  /**
   * Of a heading 1 to 6, negative where it is underlined. Of a fence the length of its mark, negative where it is never closed. Of a list or quote
   * that ends in a fence that is never closed, the line of that within the block, counted down from -1. Otherwise 0.
   */
  readonly levels: number[];
}

export function addBlock(blocks: Blocks, kind: number, start: number, end: number, level: number): number {
  blocks.kinds.push(kind);
  blocks.starts.push(start);
  blocks.ends.push(end);
  blocks.levels.push(level);
  return end;
}

export function kindOf(blocks: Blocks, index: number): number {
  return blocks.kinds[index] ?? 0;
}

/** First line of the block. */
export function startOf(blocks: Blocks, index: number): number {
  return blocks.starts[index] ?? 0;
}

/** The line after the block's last. */
export function endOf(blocks: Blocks, index: number): number {
  return blocks.ends[index] ?? 0;
}

/** Whether any level is negative: most pages have no underlined heading, and nothing that is never closed. */
export function hasNegativeLevel({ levels }: Blocks): boolean {
  for (let index = 0; index < levels.length; index += 1) if ((levels[index] ?? 0) < 0) return true;
  return false;
}

export function levelOf(blocks: Blocks, index: number): number {
  return blocks.levels[index] ?? 0;
}
