import type { Section } from '../section/section-tree.ts';
import type { ItemGroup, ItemPart } from './item-group.ts';

/** Maximum size of a part that is joined with its neighbor, such as a list of statuses, as a ratio of the cap. */
const SMALL_RATIO = 0.12;

/**
 * Joins the small parts of a section that is too long for one item with their neighbors, starting at the group at index `place`. The first group
 * keeps the anchor of the section.
 */
export function joinSmallParts(section: Section, groups: ItemGroup[], place: number, cap: number): void {
  let index = place;
  while (index < groups.length) {
    const [group, next] = [groups[index], groups[index + 1]];
    if (!group) return;
    const parts = joinWithin(group.parts, cap);
    groups[index] = { ...group, parts };
    const joinedPart = next && join(parts.at(-1), next.parts[0], cap);
    if (joinedPart && parts.length === 1) {
      groups.splice(index, 2, { ...next, opening: group.opening ?? section, parts: next.parts.with(0, joinedPart) });
    } else if (joinedPart && next.parts.length === 1) {
      groups.splice(index, 2, { ...group, parts: parts.with(-1, joinedPart) });
    } else index += 1;
  }
}

function joinWithin(parts: readonly ItemPart[], cap: number): ItemPart[] {
  const joinedParts: ItemPart[] = [];
  for (const part of parts) {
    const joinedPart = join(joinedParts.at(-1), part, cap);
    if (joinedPart) joinedParts[joinedParts.length - 1] = joinedPart;
    else joinedParts.push(part);
  }
  return joinedParts;
}

/** Returns the two parts as one part if one of them is small and both fit the cap together; otherwise undefined. */
function join(first: ItemPart | undefined, second: ItemPart | undefined, cap: number): ItemPart | undefined {
  if (!first || !second) return undefined;
  const smallSize = cap * SMALL_RATIO;
  if (first.text.length > smallSize && second.text.length > smallSize) return undefined;
  const text = `${first.text}\n\n${second.text}`;
  return text.length > cap ? undefined : { text, start: first.start, end: second.end };
}
