import { getLast } from '@context-sync/base';
import { getText, type ParsedPage } from '../page/markdown-page.ts';
import type { ItemGroup, ItemPart } from './item-group.ts';

/** Minimum number of letters and digits of a text that becomes a separate item. Headings are not counted. */
const MIN_LETTERS = 60;
const LETTER_PATTERN = /[\p{L}\p{N}]/gu;
/** Maximum length of a text whose letters are counted. */
const MAX_COUNTED_CHARS = 2_000;

/**
 * Joins groups that have almost no text with a neighbor: the section that they introduce, the previous group, or the next group, in this order. The
 * neighbor keeps its title.
 */
export function joinTinyGroups(groups: readonly ItemGroup[], page: ParsedPage, cap: number): readonly ItemGroup[] {
  if (groups.length < 2) return groups;
  // On such a page, each heading of one level becomes an item, regardless of the item's length.
  if (page.wholeLevel !== undefined) return joinTinyLead(groups, page, cap);
  const joinedGroups: ItemGroup[] = [];
  let waitingGroup: ItemGroup | undefined;
  for (const [place, group] of groups.entries()) {
    const nextGroup: ItemGroup = waitingGroup ? (prepend(page, waitingGroup, group, cap) ?? group) : group;
    if (waitingGroup && nextGroup === group) joinedGroups.push(waitingGroup);
    waitingGroup = undefined;
    if (!isTiny(nextGroup)) joinedGroups.push(nextGroup);
    else {
      const previousGroup = joinedGroups.at(-1);
      const joinedGroup =
        previousGroup && !isParent(nextGroup, groups[place + 1])
          ? append(page, previousGroup, nextGroup, cap)
          : undefined;
      if (joinedGroup) joinedGroups[joinedGroups.length - 1] = joinedGroup;
      else waitingGroup = nextGroup;
    }
  }
  if (waitingGroup) {
    const previousGroup = joinedGroups.at(-1);
    const joinedGroup = previousGroup && append(page, previousGroup, waitingGroup, cap);
    if (joinedGroup) joinedGroups[joinedGroups.length - 1] = joinedGroup;
    else joinedGroups.push(waitingGroup);
  }
  return joinedGroups;
}

/** Joins the text above the first section with this section if the text contains almost no information, such as only the version of an API. */
function joinTinyLead(groups: readonly ItemGroup[], page: ParsedPage, cap: number): readonly ItemGroup[] {
  const [lead, first, ...others] = groups;
  if (!lead || !first || !isTiny(lead) || !isParent(lead, first)) return groups;
  const joinedGroup = prepend(page, lead, first, cap);
  return joinedGroup ? [joinedGroup, ...others] : groups;
}

function isTiny({ parts }: ItemGroup): boolean {
  const [part, ...others] = parts;
  if (!part || others.length > 0 || part.text.length > MAX_COUNTED_CHARS) return false;
  const text = part.text.replaceAll(/^#{1,6} .*$/gm, '');
  // Most texts have enough letters at the start, so the rest of the text is not counted.
  LETTER_PATTERN.lastIndex = 0;
  for (let letters = 0; letters < MIN_LETTERS; letters += 1) if (!LETTER_PATTERN.test(text)) return true;
  return false;
}

/** Returns whether the section of the second group is below the section of the first group. */
function isParent({ path, members }: ItemGroup, next: ItemGroup | undefined): boolean {
  return (
    members.length === 0 && next !== undefined && next.path.length > path.length && next.path.includes(getLast(path))
  );
}

function append(page: ParsedPage, group: ItemGroup, { parts }: ItemGroup, cap: number): ItemGroup | undefined {
  const joinedPart = join(page, group.parts.at(-1), parts[0], cap);
  return joinedPart && { ...group, parts: group.parts.with(-1, joinedPart) };
}

function prepend(page: ParsedPage, { parts }: ItemGroup, group: ItemGroup, cap: number): ItemGroup | undefined {
  const joinedPart = join(page, parts[0], group.parts[0], cap);
  return joinedPart && { ...group, parts: group.parts.with(0, joinedPart) };
}

/** Joins two parts and the blocks between them, which are headings of sections without text of their own. */
function join(
  page: ParsedPage,
  first: ItemPart | undefined,
  second: ItemPart | undefined,
  cap: number,
): ItemPart | undefined {
  if (!first || !second) return undefined;
  const textBetween = getText(page, first.end, second.start).trim();
  const text = [first.text, ...(textBetween === '' ? [] : [textBetween]), second.text].join('\n\n');
  return text.length > cap ? undefined : { text, start: first.start, end: second.end };
}
