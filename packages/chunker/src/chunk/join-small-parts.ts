import type { Section } from '../section/section-tree.ts';
import type { ItemGroup, Part } from './group.ts';

/** A part below this ratio of the cap, such as a list of statuses, is joined with its neighbor. */
const SMALL_RATIO = 0.12;

/**
 * For a section that is too long for one item, joins its small parts with their neighbors, starting at the group at `place`. The first group gets the
 * address of the section.
 */
export function joinSmallParts(section: Section, groups: ItemGroup[], place: number, cap: number): void {
  let index = place;
  while (index < groups.length) {
    const [group, next] = [groups[index], groups[index + 1]];
    if (!group) return;
    const parts = joinWithin(group.parts, cap);
    groups[index] = { ...group, parts };
    const joined = next && join(parts.at(-1), next.parts[0], cap);
    if (joined && parts.length === 1) {
      groups.splice(index, 2, { ...next, opening: group.opening ?? section, parts: next.parts.with(0, joined) });
    } else if (joined && next.parts.length === 1) {
      groups.splice(index, 2, { ...group, parts: parts.with(-1, joined) });
    } else index += 1;
  }
}

function joinWithin(parts: readonly Part[], cap: number): Part[] {
  const kept: Part[] = [];
  for (const part of parts) {
    const joined = join(kept.at(-1), part, cap);
    if (joined) kept[kept.length - 1] = joined;
    else kept.push(part);
  }
  return kept;
}

/** Returns both parts as one if one of them is small and both together fit the cap. */
function join(first: Part | undefined, second: Part | undefined, cap: number): Part | undefined {
  if (!first || !second) return undefined;
  const small = cap * SMALL_RATIO;
  if (first.text.length > small && second.text.length > small) return undefined;
  const text = `${first.text}\n\n${second.text}`;
  return text.length > cap ? undefined : { text, start: first.start, end: second.end };
}
