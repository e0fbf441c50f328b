import { elementAt, lastOf } from '@context-sync/formats';
import { type Page, sizeOf, textOf } from '../page/page.ts';
import { endOf, startOf } from '../scan/blocks.ts';
import type { Piece, Sizes } from './group.ts';
import { cutBlock } from './split-block.ts';
import { split } from './split-units.ts';
import { LEAD_SHARE, type Units, unitsOf } from './units.ts';

/** A text of up to this many targets stays whole: its halves would be found less well than all of it. */
const WHOLE_SHARE = 1.1;
/** Length of the pieces of a longer text, in targets. */
const PIECE_SHARE = 0.95;
/** A piece of less than this share of the target says little by itself, as a note does behind the table that it is about. */
const CRUMB_SHARE = 0.1;

/** Cuts the blocks from `from` up to but without `to` into pieces. A block is cut only where it alone is over the cap. */
export function pack(page: Page, from: number, to: number, { target, cap }: Sizes): Piece[] {
  const { blocks } = page;
  const whole = (first: number, behind: number): Piece => {
    const start = startOf(blocks, first);
    const end = endOf(blocks, behind - 1);
    return { text: textOf(page, start, end), start, end };
  };
  if (sizeOf(page, from, to) <= Math.min(target * WHOLE_SHARE, cap)) return [whole(from, to)];
  const units = unitsOf(page, from, to, cap);
  const firsts = withoutCrumbs(units, split(units, target * PIECE_SHARE), target * CRUMB_SHARE, cap);
  return firsts.flatMap((first, place) => {
    const [block, behind] = blocksOf(units, first, firsts[place + 1] ?? units.firsts.length);
    return sizeOf(page, block, behind) <= cap ? [whole(block, behind)] : cutUnit(page, block, behind, cap);
  });
}

/** The pieces, those shorter than `least` with the one before them, or the first with the one behind it, where both fit the cap. */
function withoutCrumbs({ starts, ends }: Units, firsts: readonly number[], least: number, cap: number): number[] {
  const kept: number[] = [];
  const offset = (first: number) => elementAt(starts, first);
  for (const [place, first] of firsts.entries()) {
    const end = elementAt(ends, (firsts[place + 1] ?? ends.length) - 1);
    const from = kept.length > 0 ? offset(lastOf(kept)) : end;
    const isCrumb = end - offset(first) < least || (kept.length === 1 && offset(first) - from < least);
    if (kept.length === 0 || !isCrumb || end - from > cap) kept.push(first);
  }
  return kept;
}

/** The blocks of the units from `from` up to but without `to`. */
function blocksOf({ firsts, lasts }: Units, from: number, to: number): readonly [number, number] {
  return [elementAt(firsts, from), elementAt(lasts, to - 1)];
}

/** Cuts blocks that are over the cap together: a line that leads in goes with the first piece of what it leads in to. */
function cutUnit(page: Page, from: number, to: number, cap: number): Piece[] {
  const pieces: Piece[] = [];
  const { blocks } = page;
  let lead = from;
  for (let index = from; index < to; index += 1) {
    // Lead-ins may follow one another, as a bold line and a sentence do.
    if (index < to - 1 && sizeOf(page, lead, index + 1) <= cap / LEAD_SHARE) continue;
    const before = lead < index ? `${textOf(page, startOf(blocks, lead), endOf(blocks, index - 1))}\n\n` : '';
    const [first, ...more] = cutBlock(page, index, cap - before.length);
    if (first) pieces.push({ ...first, text: before + first.text, start: startOf(blocks, lead) }, ...more);
    lead = index + 1;
  }
  return pieces;
}
