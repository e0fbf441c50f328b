import type { Block } from '../document/block.ts';
import { cutBlock } from './oversize.ts';
import type { Piece } from './piece.ts';

/** How long the text of an item may be, in UTF-16 units. */
export interface Sizes {
  /** Prose is gathered up to here. */
  readonly target: number;
  /** What should stay whole, such as code and tables, may reach this. */
  readonly cap: number;
}

/**
 * Gathers the blocks of one section into pieces of about the target; a block is cut only where it alone is over its bound.
 * A line that leads in to the next block ("…:") goes with it.
 */
export function pack(lines: readonly string[], blocks: readonly Block[], { target, cap }: Sizes): Piece[] {
  const pieces: Piece[] = [];
  let run: Block[] = [];
  let length = 0;
  const flush = (keepLeadIn: boolean) => {
    const last = run.at(-1);
    const carried = keepLeadIn && run.length > 1 && last && leadsIn(lines, last) ? last : undefined;
    const taken = carried ? run.slice(0, -1) : run;
    if (taken.length > 0) pieces.push(pieceOf(lines, taken));
    run = carried ? [carried] : [];
    length = carried ? lengthOf(lines, carried) : 0;
  };
  for (const block of blocks) {
    const size = lengthOf(lines, block);
    if (run.length > 0 && length + 2 + size > target) flush(true);
    const bound = block.kind === 'paragraph' ? target : cap;
    const leadIn = run.length > 0 ? length + 2 : 0;
    if (size > bound || leadIn + size > cap) {
      if (size <= bound) {
        flush(false);
        run = [block];
        length = size;
        continue;
      }
      flush(false);
      pieces.push(...cutBlock(lines, block, bound));
      continue;
    }
    run.push(block);
    length = leadIn + size;
  }
  flush(false);
  return pieces;
}

/** Length of a block's lines joined. */
export function lengthOf(lines: readonly string[], { start, end }: Pick<Block, 'start' | 'end'>): number {
  let length = end - start - 1;
  for (let at = start; at < end; at += 1) length += (lines[at] ?? '').length;
  return length;
}

function pieceOf(lines: readonly string[], blocks: readonly Block[]): Piece {
  const start = blocks[0]?.start ?? 0;
  const end = blocks.at(-1)?.end ?? start;
  return { text: lines.slice(start, end).join('\n'), start, end };
}

function leadsIn(lines: readonly string[], block: Block): boolean {
  return block.kind === 'paragraph' && (lines[block.end - 1] ?? '').trimEnd().endsWith(':');
}
