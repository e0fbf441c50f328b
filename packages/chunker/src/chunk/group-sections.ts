import { lineEnd, lineStart } from '@context-sync/formats';
import { type Page, sizeOf, textOf } from '../page/page.ts';
import { endOf, startOf } from '../scan/blocks.ts';
import { firstBlock, hasOwnText, hasText, type Section } from '../section/section-tree.ts';
import type { Group, Piece, Sizes } from './group.ts';
import { pack } from './pack-blocks.ts';
import { hashOf, split } from './split-units.ts';
import { leadsIn } from './units.ts';

/** Neighbours are gathered up to this share of the target: each of them would be created again when one is edited. */
const GATHERED_SHARE = 0.3;
/** A text before sections stands alone from this share of the target on: a shorter one is found better with what it introduces. */
const OPENING_SHARE = 0.25;
/** Most names of sections that are listed behind a text that leads in to them. */
const MOST_NAMES = 20;

/**
 * Decides what goes together: a whole section where it fits the target; else its own text, then what is below it, small neighbours together. A short
 * text of its own goes with the first item below it. Sections without text give nothing.
 */
export function groupsOf(page: Page, root: Section, sizes: Sizes): Group[] {
  const result: Group[] = [];
  groupsUnder(page, root, [], sizes, result);
  return result;
}

function groupsUnder(page: Page, section: Section, above: readonly Section[], sizes: Sizes, result: Group[]): void {
  if (!hasText(section)) return;
  const path = [...above, section];
  const from = firstBlock(section);
  const { to, end, children } = section;
  const isWhole = section.level === page.wholeLevel;
  const bounds = isWhole ? { ...sizes, target: sizes.cap } : sizes;
  const holdsWhole = page.wholeLevel !== undefined && section.level < page.wholeLevel && children.length > 0;
  if (!holdsWhole && sizeOf(page, from, end) <= bounds.target) {
    result.push({ path, members: [], pieces: [pieceOf(page, from, end)] });
    return;
  }
  const place = result.length;
  if (hasOwnText(section)) {
    const pieces = pack(page, from, to, bounds);
    result.push({
      path,
      members: [],
      pieces: children.length > 0 ? withNames(page, section, pieces, sizes.cap) : pieces,
    });
  }
  let small: Section[] = [];
  const flush = () => {
    for (const members of neighbours(page, small, sizes.target * GATHERED_SHARE)) {
      const [first, last] = [members[0], members.at(-1)];
      if (first && first === last) groupsUnder(page, first, path, bounds, result);
      else if (first && last) result.push({ path, members, pieces: [pieceOf(page, first.heading, last.end)] });
    }
    small = [];
  };
  for (const child of children) {
    if (child.level !== page.wholeLevel && sizeOf(page, child.heading, child.end) <= sizes.target) {
      if (hasText(child)) small.push(child);
      continue;
    }
    flush();
    groupsUnder(page, child, path, bounds, result);
  }
  flush();
  if (hasOwnText(section) && page.wholeLevel === undefined) joinNext(page, section, result, place, sizes.target);
}

/** Puts a short text of the section's own in front of the first item below it. */
function joinNext(page: Page, section: Section, result: Group[], place: number, target: number): void {
  const [own, next] = [result[place], result[place + 1]];
  const [piece, ...others] = own?.pieces ?? [];
  const [first] = next?.pieces ?? [];
  if (!piece || !next || !first || others.length > 0) return;
  // Headings of sections that have no text of their own may stand between them.
  const between = textOf(page, piece.end, first.start).trim();
  const text = between === '' ? piece.text : `${piece.text}\n\n${between}`;
  const joined = withOpening(next, section, { ...piece, text }, target);
  if (joined) result.splice(place, 2, joined);
}

/** The group with a text of the section above in front of its only piece; undefined where that is not short, or both do not fit the target. */
export function withOpening(group: Group, opening: Section, { text, start }: Piece, target: number): Group | undefined {
  const [first, ...others] = group.pieces;
  if (!first || others.length > 0 || text.length > target * OPENING_SHARE) return undefined;
  const joined = { text: `${text}\n\n${first.text}`, start, end: first.end };
  return joined.text.length > target ? undefined : { ...group, opening, pieces: [joined] };
}

function pieceOf(page: Page, from: number, to: number): Piece {
  const start = startOf(page.blocks, from);
  const end = endOf(page.blocks, to - 1);
  return { text: textOf(page, start, end), start, end };
}

/** Sections that stand side by side, gathered into runs no longer than the limit. Their names decide where a run ends, so an edit seldom moves it. */
function neighbours(page: Page, sections: readonly Section[], limit: number): (readonly Section[])[] {
  if (sections.length < 2) return sections.length === 0 ? [] : [sections];
  const { lines, blocks } = page;
  const starts: number[] = [];
  const ends: number[] = [];
  const ranks: number[] = [];
  for (const { heading, end, slug } of sections) {
    starts.push(lineStart(lines, startOf(blocks, heading)));
    ends.push(lineEnd(lines, endOf(blocks, end - 1) - 1));
    ranks.push(hashOf(slug));
  }
  const firsts = split({ starts, ends, ranks }, limit);
  return firsts.map((first, place) => sections.slice(first, firsts[place + 1]));
}

/** A text that leads in to the sections below it ("…:") is followed by their names, as they are in other items. */
function withNames(page: Page, { to, children }: Section, pieces: Piece[], cap: number): Piece[] {
  const last = pieces.at(-1);
  if (!last || !leadsIn(page, to - 1)) return pieces;
  const names = children.slice(0, MOST_NAMES).map(({ title }) => `- ${title}`);
  const text = `${last.text}\n\n${names.join('\n')}${children.length > MOST_NAMES ? '\n- …' : ''}`;
  return text.length > cap ? pieces : pieces.with(-1, { ...last, text });
}
