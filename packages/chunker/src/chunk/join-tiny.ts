import { lastOf } from '@context-sync/base';
import { type ParsedPage, textOf } from '../page/page.ts';
import type { ItemGroup, Part } from './group.ts';

/** A text with fewer letters and digits than this, headings not counted, is too short for an item of its own. */
const MIN_LETTERS = 60;
const LETTER = /[\p{L}\p{N}]/gu;
/** Maximum length of a text whose letters are counted. */
const MAX_COUNTED_CHARS = 2_000;

/**
 * Joins groups with almost no text with a neighbor: the section that they introduce, else the text before them, else the text after them. The
 * neighbor keeps its title.
 */
export function joinTinyGroups(groups: readonly ItemGroup[], page: ParsedPage, cap: number): readonly ItemGroup[] {
  // On such pages, each heading of a certain level becomes an item, regardless of its length.
  if (groups.length < 2 || page.wholeLevel !== undefined) return groups;
  const kept: ItemGroup[] = [];
  let waiting: ItemGroup | undefined;
  for (const [place, group] of groups.entries()) {
    const next: ItemGroup = waiting ? (prepend(page, waiting, group, cap) ?? group) : group;
    if (waiting && next === group) kept.push(waiting);
    waiting = undefined;
    if (!isTiny(next)) kept.push(next);
    else {
      const before = kept.at(-1);
      const joined = before && !isParent(next, groups[place + 1]) ? append(page, before, next, cap) : undefined;
      if (joined) kept[kept.length - 1] = joined;
      else waiting = next;
    }
  }
  if (waiting) {
    const before = kept.at(-1);
    const joined = before && append(page, before, waiting, cap);
    if (joined) kept[kept.length - 1] = joined;
    else kept.push(waiting);
  }
  return kept;
}

function isTiny({ parts }: ItemGroup): boolean {
  const [part, ...others] = parts;
  if (!part || others.length > 0 || part.text.length > MAX_COUNTED_CHARS) return false;
  const text = part.text.replaceAll(/^#{1,6} .*$/gm, '');
  // Most texts have enough letters at their beginning, so the rest is not counted.
  LETTER.lastIndex = 0;
  for (let letters = 0; letters < MIN_LETTERS; letters += 1) if (!LETTER.test(text)) return true;
  return false;
}

/** Returns whether the section of the second group is below the section of the first group. */
function isParent({ path, members }: ItemGroup, next: ItemGroup | undefined): boolean {
  return (
    members.length === 0 && next !== undefined && next.path.length > path.length && next.path.includes(lastOf(path))
  );
}

function append(page: ParsedPage, group: ItemGroup, { parts }: ItemGroup, cap: number): ItemGroup | undefined {
  const joined = join(page, group.parts.at(-1), parts[0], cap);
  return joined && { ...group, parts: group.parts.with(-1, joined) };
}

function prepend(page: ParsedPage, { parts }: ItemGroup, group: ItemGroup, cap: number): ItemGroup | undefined {
  const joined = join(page, parts[0], group.parts[0], cap);
  return joined && { ...group, parts: group.parts.with(0, joined) };
}

/** Joins two parts with the blocks between them: headings of sections without text of their own. */
function join(page: ParsedPage, first: Part | undefined, second: Part | undefined, cap: number): Part | undefined {
  if (!first || !second) return undefined;
  const between = textOf(page, first.end, second.start).trim();
  const text = [first.text, ...(between === '' ? [] : [between]), second.text].join('\n\n');
  return text.length > cap ? undefined : { text, start: first.start, end: second.end };
}
