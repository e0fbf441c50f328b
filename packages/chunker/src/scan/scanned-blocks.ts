import { getElementAt } from '@context-sync/base';

/** The following constants are the kinds of top-level blocks. */
export const HEADING = 1;
export const FENCE = 2;
/** Indented code. */
export const CODE = 3;
export const TABLE = 4;
export const LIST = 5;
export const QUOTE = 6;
/** HTML or JSX. */
export const HTML = 7;
export const PARAGRAPH = 8;
/** A thematic break. */
export const THEMATIC_BREAK = 9;
/** A line that marks the start or end of a container, such as `:::tip`, `{{< note >}}` or `{% tabs %}`. */
export const DIRECTIVE = 10;
/** MDX statements that start with `import` or `export`. */
export const ESM = 11;

/** Value of `openFences` for a block whose fences are all closed. */
const NO_FENCE = -1;

/**
 * The blocks of a document in order. The arrays are flat for speed, because a page has thousands of blocks and every step reads them. Block `i` has
 * the kind `kinds[i]` and covers the lines from `starts[i]` to `ends[i]` (exclusive), counted from 0. Blank lines between blocks belong to no block.
 * Use the functions below to read the arrays.
 */
export interface Blocks {
  readonly kinds: number[];
  readonly starts: number[];
  readonly ends: number[];
  /** Level of a heading, 1 to 6; 0 for other blocks. */
  readonly levels: number[];
  /** Whether the block is a heading that is underlined with `===` or `---`. */
  readonly setext: boolean[];
  /** First line of a fence that is not closed within the block; `NO_FENCE` if all fences are closed. */
  readonly openFences: number[];
}

export function createBlocks(): Blocks {
  return { kinds: [], starts: [], ends: [], levels: [], setext: [], openFences: [] };
}

/** Appends a block. Returns the end of the block, where scanning continues. */
export function addBlock(blocks: Blocks, kind: number, start: number, end: number): number {
  return push(blocks, kind, start, end, 0, false, NO_FENCE);
}

export function addHeading(blocks: Blocks, start: number, end: number, level: number, isSetext: boolean): number {
  return push(blocks, HEADING, start, end, level, isSetext, NO_FENCE);
}

/** Appends a block that ends in a fence that is never closed. `openFence` is the first line of the fence. */
export function addUnclosed(blocks: Blocks, kind: number, start: number, end: number, openFence: number): number {
  return push(blocks, kind, start, end, 0, false, openFence);
}

function push(
  blocks: Blocks,
  kind: number,
  start: number,
  end: number,
  level: number,
  isSetext: boolean,
  openFence: number,
): number {
  blocks.kinds.push(kind);
  blocks.starts.push(start);
  blocks.ends.push(end);
  blocks.levels.push(level);
  blocks.setext.push(isSetext);
  blocks.openFences.push(openFence);
  return end;
}

/** Appends a copy of block `index` of `from`. */
export function copyBlock(blocks: Blocks, from: Blocks, index: number): void {
  push(
    blocks,
    getElementAt(from.kinds, index),
    getElementAt(from.starts, index),
    getElementAt(from.ends, index),
    getElementAt(from.levels, index),
    getElementAt(from.setext, index),
    getElementAt(from.openFences, index),
  );
}

/** Turns a block into a heading whose line starts with `#`. */
export function makeHeading(blocks: Blocks, index: number, level: number): void {
  blocks.kinds[index] = HEADING;
  blocks.levels[index] = level;
}

/** Turns a block into a fence that is closed within the block. */
export function makeFence(blocks: Blocks, index: number): void {
  blocks.kinds[index] = FENCE;
}

export function getKind(blocks: Blocks, index: number): number {
  return getElementAt(blocks.kinds, index);
}

/** Returns the first line of the block. */
export function getStart(blocks: Blocks, index: number): number {
  return getElementAt(blocks.starts, index);
}

/** Returns the line after the block's last line. */
export function getEnd(blocks: Blocks, index: number): number {
  return getElementAt(blocks.ends, index);
}

/** Returns the level of a heading, 1 to 6; 0 for other blocks. */
export function getHeadingLevel(blocks: Blocks, index: number): number {
  return getElementAt(blocks.levels, index);
}

/** Returns whether the heading is underlined with `===` or `---`. */
export function isSetext(blocks: Blocks, index: number): boolean {
  return getElementAt(blocks.setext, index);
}

/** Returns the line of the fence that is not closed within the block. The fence is the block or part of a list or quote. */
export function openFenceLine(blocks: Blocks, index: number): number | undefined {
  const line = getElementAt(blocks.openFences, index);
  return line === NO_FENCE ? undefined : line;
}

/** Returns whether any fence is never closed. Most pages have no such fence and skip all checks. */
export function hasOpenFence({ openFences }: Blocks): boolean {
  for (let index = 0; index < openFences.length; index += 1) if (openFences[index] !== NO_FENCE) return true;
  return false;
}
