import { findFirstText, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { listMarker } from '../scan/line-patterns.ts';
import {
  addBlock,
  type Blocks,
  copyBlock,
  createBlocks,
  getEnd,
  getKind,
  getStart,
  HEADING,
  LIST,
  openFenceLine,
} from '../scan/scanned-blocks.ts';

/** Maximum number of blocks that continue one list entry. */
const MAX_ENTRY_BLOCKS = 100;

/**
 * Separates list entries from the entries before them if the blocks after the list belong to the last entry. Authors indent the text of an entry by
 * three columns even if its number has two digits, so that it ends the list in CommonMark.
 */
export function separateEntries(lines: Lines, blocks: Blocks): Blocks {
  const separatedBlocks = createBlocks();
  let hasChanged = false;
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    const [start, end] = [getStart(blocks, index), getEnd(blocks, index)];
    const boundary = getKind(blocks, index) === LIST ? findBoundary(lines, blocks, index) : undefined;
    if (boundary === undefined || boundary <= start || boundary >= end) {
      copyBlock(separatedBlocks, blocks, index);
      continue;
    }
    hasChanged = true;
    addBlock(separatedBlocks, LIST, start, boundary);
    copyBlock(separatedBlocks, blocks, index);
    separatedBlocks.starts[separatedBlocks.starts.length - 1] = boundary;
  }
  return hasChanged ? separatedBlocks : blocks;
}

/** Returns whether the block continues the list entry above it: it is indented, and a list or such a block precedes it. */
export function continuesEntry(lines: Lines, blocks: Blocks, index: number): boolean {
  const first = Math.max(index - MAX_ENTRY_BLOCKS, 0);
  for (let place = index; place > first && isIndented(lines, blocks, place); place -= 1)
    if (getKind(blocks, place - 1) === LIST) return true;
  return false;
}

/**
 * Returns the first line of the entry at which the list must be separated: the last entry if the blocks below the list continue it, or the first new entry if
 * the list starts with the rest of an entry from the list above.
 */
function findBoundary(lines: Lines, blocks: Blocks, index: number): number | undefined {
  const isFollowed = index + 1 < blocks.kinds.length && isIndented(lines, blocks, index + 1);
  const isContinued = index > 0 && isIndented(lines, blocks, index);
  if ((!isFollowed && !isContinued) || openFenceLine(blocks, index) !== undefined) return undefined;
  const [start, end] = [getStart(blocks, index), getEnd(blocks, index)];
  if (isContinued) {
    for (let line = start + 1; line < end; line += 1) if (startsEntry(lines, line)) return line;
    return undefined;
  }
  for (let line = end - 1; line > start; line -= 1) if (startsEntry(lines, line)) return line;
  return undefined;
}

function startsEntry(lines: Lines, line: number): boolean {
  return listMarker(lines.text, getLineStart(lines, line), getLineEnd(lines, line)) > 0;
}

function isIndented(lines: Lines, blocks: Blocks, index: number): boolean {
  if (getKind(blocks, index) === HEADING) return false;
  const start = getLineStart(lines, getStart(blocks, index));
  return findFirstText(lines.text, start, start + 4) > start;
}
