import { getLineEnd, getLineStart } from '@context-sync/formats';
import { getSize, getText, type ParsedPage } from '../page/markdown-page.ts';
import { getEnd, getStart } from '../scan/scanned-blocks.ts';
import { getFirstBlock, hasOwnText, hasText, type Section } from '../section/section-tree.ts';
import { isLeadIn } from './block-units.ts';
import type { ItemGroup, ItemPart, SizeLimits } from './item-group.ts';
import { joinSmallParts } from './join-small-parts.ts';
import { packBlocks } from './pack-blocks.ts';
import { hashText, splitUnits } from './split-units.ts';

/**
 * Maximum size of merged adjacent sections, as a ratio of the target size. The ratio is small because an edit to one section replaces the whole item.
 */
const MAX_MERGED_RATIO = 0.3;
/**
 * Minimum size of an introduction that becomes a separate item, as a ratio of the target size. Search finds a shorter introduction more reliably
 * together with the text below it.
 */
const MAX_INTRODUCTION_RATIO = 0.25;
/** Maximum length of a section that is merged although sections of its level stay whole. Such a section contains little more than its heading. */
const MAX_TINY_LENGTH = 60;
/** Maximum number of section names that are listed after an introduction. */
const MAX_LISTED_NAMES = 20;

/**
 * Groups the text of a page. A section that fits the target size becomes one group. A longer section becomes a group with its own text and the groups of its
 * subsections, and adjacent small subsections are merged. A short introduction joins the first item below it. Sections without text are omitted.
 */
export function groupSections(page: ParsedPage, root: Section, sizes: SizeLimits): ItemGroup[] {
  const result: ItemGroup[] = [];
  groupSubtree(page, root, [], sizes, result);
  return result;
}

function groupSubtree(
  page: ParsedPage,
  section: Section,
  sectionsAbove: readonly Section[],
  sizes: SizeLimits,
  result: ItemGroup[],
): void {
  if (!hasText(section)) return;
  const path = [...sectionsAbove, section];
  const startBlock = getFirstBlock(section);
  const { to, end, children } = section;
  const isWhole = section.level === page.wholeLevel;
  const bounds = isWhole ? { ...sizes, target: sizes.cap } : sizes;
  const holdsWhole = page.wholeLevel !== undefined && section.level < page.wholeLevel && children.length > 0;
  if (!holdsWhole && getSize(page, startBlock, end) <= bounds.target) {
    result.push({ path, members: [], parts: [createWholePart(page, startBlock, end)] });
    return;
  }
  const groupNumber = result.length;
  if (hasOwnText(section)) {
    const parts = packBlocks(page, startBlock, to, bounds);
    result.push({
      path,
      members: [],
      parts: children.length > 0 ? appendSectionNames(page, section, parts, sizes.cap) : parts,
    });
  }
  let smallSections: Section[] = [];
  const flush = () => {
    for (const members of mergeAdjacent(page, smallSections, isWhole ? sizes.cap : sizes.target * MAX_MERGED_RATIO)) {
      const [first, last] = [members[0], members.at(-1)];
      if (first && first === last) groupSubtree(page, first, path, bounds, result);
      else if (first && last)
        result.push({ path, members, parts: [createWholePart(page, getFirstBlock(first), last.end)] });
    }
    smallSections = [];
  };
  for (const child of children) {
    const size = getSize(page, getFirstBlock(child), child.end);
    if (size <= (child.level === page.wholeLevel ? MAX_TINY_LENGTH : bounds.target)) {
      if (hasText(child)) smallSections.push(child);
      continue;
    }
    flush();
    groupSubtree(page, child, path, bounds, result);
  }
  flush();
  if (isWhole) joinSmallParts(section, result, groupNumber, bounds.cap);
  else if (hasOwnText(section) && page.wholeLevel === undefined)
    joinWithNext(page, section, result, groupNumber, bounds.target);
}

/** Adds a short introduction to the start of the first item below it. */
function joinWithNext(page: ParsedPage, section: Section, result: ItemGroup[], place: number, target: number): void {
  const [own, next] = [result[place], result[place + 1]];
  const [part, ...others] = own?.parts ?? [];
  const [first] = next?.parts ?? [];
  if (!part || !next || !first || others.length > 0) return;
  // Headings of sections without text of their own may be between the two texts.
  const textBetween = getText(page, part.end, first.start).trim();
  const text = textBetween === '' ? part.text : `${part.text}\n\n${textBetween}`;
  const joinedGroup = prependIntroduction(next, section, { ...part, text }, target);
  if (joinedGroup) result.splice(place, 2, joinedGroup);
}

/**
 * Returns the group with the text of a parent section in front of its only part. Returns undefined if the text is not short or the result exceeds the
 * target size.
 */
export function prependIntroduction(
  group: ItemGroup,
  opening: Section,
  { text, start }: ItemPart,
  target: number,
): ItemGroup | undefined {
  const [first, ...others] = group.parts;
  if (!first || others.length > 0 || text.length > target * MAX_INTRODUCTION_RATIO) return undefined;
  const joinedPart = { text: `${text}\n\n${first.text}`, start, end: first.end };
  return joinedPart.text.length > target ? undefined : { ...group, opening, parts: [joinedPart] };
}

function createWholePart(page: ParsedPage, from: number, to: number): ItemPart {
  const start = getStart(page.blocks, from);
  const end = getEnd(page.blocks, to - 1);
  return { text: getText(page, start, end), start, end };
}

/**
 * Merges adjacent sections into groups no longer than the limit. The section names determine where a group ends, so an edit rarely moves the
 * boundary.
 */
function mergeAdjacent(page: ParsedPage, sections: readonly Section[], limit: number): (readonly Section[])[] {
  if (sections.length < 2) return sections.length === 0 ? [] : [sections];
  const { lines, blocks } = page;
  const starts: number[] = [];
  const sectionEnds: number[] = [];
  const ranks: number[] = [];
  for (const section of sections) {
    const { end, slug } = section;
    starts.push(getLineStart(lines, getStart(blocks, getFirstBlock(section))));
    sectionEnds.push(getLineEnd(lines, getEnd(blocks, end - 1) - 1));
    ranks.push(hashText(slug));
  }
  const groupStarts = splitUnits({ starts, ends: sectionEnds, ranks }, limit);
  return groupStarts.map((first, place) => sections.slice(first, groupStarts[place + 1]));
}

/** Lists the section names after a text that introduces the sections below it ("…:"), because those sections are in other items. */
function appendSectionNames(page: ParsedPage, { to, children }: Section, parts: ItemPart[], cap: number): ItemPart[] {
  const lastPart = parts.at(-1);
  if (!lastPart || !isLeadIn(page, to - 1)) return parts;
  let listedSections = children;
  // The name of a single section repeats the introduction, such as "Flags" below "the following flags:".
  for (
    let [only, ...others] = listedSections;
    only && others.length === 0 && only.children.length > 0;
    [only, ...others] = listedSections
  )
    listedSections = only.children;
  const namedChildren = listedSections.filter(({ title }) => title !== '');
  const names = namedChildren.slice(0, MAX_LISTED_NAMES).map(({ title }) => `- ${title}`);
  const text = `${lastPart.text}\n\n${names.join('\n')}${namedChildren.length > MAX_LISTED_NAMES ? '\n- …' : ''}`;
  return text.length > cap ? parts : parts.with(-1, { ...lastPart, text });
}
