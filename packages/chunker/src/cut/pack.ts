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
  const spanOf = measure(lines, blocks);
  let run: Block[] = [];
  /** Ends the piece before `keep`, which begins the next one. */
  const flush = (keep?: Block) => {
    const taken = keep ? run.slice(0, -1) : run;
    if (taken.length > 0) pieces.push(pieceOf(lines, taken));
    run = keep ? [keep] : [];
  };
  for (const block of blocks) {
    const bound = block.kind === 'paragraph' ? target : cap;
    if (run.length > 0 && spanOf([run[0] ?? block, block]) > target) flush(leadIn(lines, run));
    if (run.length > 0 && spanOf([run[0] ?? block, block]) > cap && spanOf([block]) <= bound) flush();
    if (spanOf([block]) <= bound) {
      run.push(block);
      continue;
    }
    const lead = leadIn(lines, run);
    const before = lead ? `${pieceOf(lines, [lead]).text}\n\n` : '';
    // A lead-in that would leave little room for what it leads in to stays by itself.
    const takesLead = lead !== undefined && before.length < bound / 4;
    flush(takesLead ? lead : undefined);
    const [first, ...more] = cutBlock(lines, block, takesLead ? bound - before.length : bound);
    if (first) pieces.push(takesLead ? { ...first, text: before + first.text, start: lead.start } : first);
    pieces.push(...more);
    run = [];
  }
  flush();
  return pieces;
}

/** Gives the length of everything from the first block's beginning to the last one's end, in constant time. */
function measure(lines: readonly string[], all: readonly Block[]): (blocks: readonly Block[]) => number {
  const from = all[0]?.start ?? 0;
  const offsets = [0];
  for (let at = from; at < (all.at(-1)?.end ?? from); at += 1)
    offsets.push((offsets.at(-1) ?? 0) + (lines[at] ?? '').length + 1);
  return (blocks) =>
    (offsets[(blocks.at(-1)?.end ?? from) - from] ?? 0) - (offsets[(blocks[0]?.start ?? from) - from] ?? 0) - 1;
}

/** The last block, if it only leads in to what follows. */
function leadIn(lines: readonly string[], run: readonly Block[]): Block | undefined {
  const last = run.at(-1);
  const end = last ? (lines[last.end - 1] ?? '').trimEnd() : '';
  return last?.kind === 'paragraph' && end.endsWith(':') && !end.endsWith('::') ? last : undefined;
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
