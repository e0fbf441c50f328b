import { getElementAt, getLast } from '@context-sync/base';
import { getSize, getText, type ParsedPage } from '../page/markdown-page.ts';
import { getEnd, getStart } from '../scan/scanned-blocks.ts';
import { type BlockUnits, getUnits, LEAD_IN_DIVISOR } from './block-units.ts';
import type { ItemPart, SizeLimits } from './item-group.ts';
import { divideBlock, splitBlock } from './split-block.ts';
import { splitUnits } from './split-units.ts';

/**
 * Maximum size of a text that stays whole, as a ratio of the target size. Search finds the halves of such a text less reliably than the whole text.
 */
const MAX_WHOLE_RATIO = 1.1;
/** Size of the parts of a longer text, as a ratio of the target size. */
const PART_SIZE_RATIO = 0.95;
/**
 * Minimum size of a part that becomes a separate item, as a ratio of the target size. A smaller part is, for example, a note below the table that it
 * explains.
 */
const MIN_PART_RATIO = 0.1;

/**
 * Maximum size of a paragraph or of a block with several fences that stays whole, as a ratio of the target size. Longer paragraphs are split after
 * sentences, and longer blocks between the fences.
 */
const MAX_UNDIVIDED_RATIO = 1.5;

/** Splits the blocks from `from` to `to` (exclusive) into parts. Code, a table or a list is split only if it exceeds the cap. */
export function packBlocks(page: ParsedPage, from: number, to: number, sizes: SizeLimits): ItemPart[] {
  const { blocks } = page;
  const { target, cap } = sizes;
  const createWholePart = (first: number, behind: number): ItemPart => {
    const start = getStart(blocks, first);
    const end = getEnd(blocks, behind - 1);
    return { text: getText(page, start, end), start, end };
  };
  if (getSize(page, from, to) <= Math.min(target * MAX_WHOLE_RATIO, cap)) return [createWholePart(from, to)];
  const units = getUnits(page, from, to, sizes);
  const partStarts = mergeShortParts(units, splitUnits(units, target * PART_SIZE_RATIO), target * MIN_PART_RATIO, cap);
  return partStarts.flatMap((first, place) => {
    const [block, behind] = getBlocks(units, first, partStarts[place + 1] ?? units.firsts.length);
    const size = getSize(page, block, behind);
    if (size > cap) return splitOversized(page, block, behind, sizes);
    const dividedBlock = size > target * MAX_UNDIVIDED_RATIO ? splitDivisible(page, block, behind, sizes) : undefined;
    return dividedBlock ?? [createWholePart(block, behind)];
  });
}

/**
 * Splits a range of blocks within its first long block that can be divided into readable parts. Returns undefined if there is no such block, or if a part would
 * exceed the cap.
 */
function splitDivisible(
  page: ParsedPage,
  from: number,
  to: number,
  { target, cap }: SizeLimits,
): ItemPart[] | undefined {
  const { blocks } = page;
  for (let index = from; index < to; index += 1) {
    if (getSize(page, index, index + 1) <= target * MAX_UNDIVIDED_RATIO) continue;
    const [first, ...more] = divideBlock(page, index, target, cap);
    if (!first || more.length === 0) continue;
    const textBefore = index === from ? '' : `${getText(page, getStart(blocks, from), getEnd(blocks, index - 1))}\n\n`;
    const textAfter =
      index + 1 === to ? '' : `\n\n${getText(page, getStart(blocks, index + 1), getEnd(blocks, to - 1))}`;
    const parts = [{ ...first, text: textBefore + first.text, start: getStart(blocks, from) }, ...more];
    const last = getLast(parts);
    parts[parts.length - 1] = { ...last, text: last.text + textAfter, end: getEnd(blocks, to - 1) };
    if (parts.every(({ text }) => text.length <= cap)) return parts;
  }
  return undefined;
}

/** Merges parts shorter than `minLength` with the previous part, or the first part with the next part, if both fit the cap. */
function mergeShortParts(
  { starts, ends }: BlockUnits,
  firsts: readonly number[],
  minLength: number,
  cap: number,
): number[] {
  const boundaries: number[] = [];
  const getOffset = (first: number) => getElementAt(starts, first);
  for (const [place, first] of firsts.entries()) {
    const end = getElementAt(ends, (firsts[place + 1] ?? ends.length) - 1);
    const partStart = boundaries.length > 0 ? getOffset(getLast(boundaries)) : end;
    const isShort =
      end - getOffset(first) < minLength || (boundaries.length === 1 && getOffset(first) - partStart < minLength);
    if (boundaries.length === 0 || !isShort || end - partStart > cap) boundaries.push(first);
  }
  return boundaries;
}

/** Returns the block range of the units from `from` to `to` (exclusive). */
function getBlocks({ firsts, lasts }: BlockUnits, from: number, to: number): readonly [number, number] {
  return [getElementAt(firsts, from), getElementAt(lasts, to - 1)];
}

/** Splits blocks that together exceed the cap. A lead-in stays with the first part of the block that it introduces. */
function splitOversized(page: ParsedPage, from: number, to: number, { target, cap }: SizeLimits): ItemPart[] {
  const parts: ItemPart[] = [];
  const { blocks } = page;
  let lead = from;
  for (let index = from; index < to; index += 1) {
    // Several lead-ins may follow one another, such as a bold line and a sentence.
    if (index < to - 1 && getSize(page, lead, index + 1) <= cap / LEAD_IN_DIVISOR) continue;
    const textBefore = lead < index ? `${getText(page, getStart(blocks, lead), getEnd(blocks, index - 1))}\n\n` : '';
    const dividedBlock = divideBlock(page, index, target, cap - textBefore.length);
    const [first, ...more] = dividedBlock.length > 1 ? dividedBlock : splitBlock(page, index, cap - textBefore.length);
    if (first) parts.push({ ...first, text: textBefore + first.text, start: getStart(blocks, lead) }, ...more);
    lead = index + 1;
  }
  return parts;
}
