import { lineStart, plainText } from '@context-sync/formats';
import type { FrontMatter } from '@context-sync/reading';
import type { ParsedPage } from '../page/page.ts';
import { headingText } from '../scan/heading-text.ts';
import type { Section } from '../section/section-tree.ts';
import { type ItemGroup, MAX_BREADCRUMB_LENGTH, type SizeLimits } from './group.ts';
import { prependIntroduction } from './group-sections.ts';

/** Number of characters that are searched for the description, which some pages repeat as their first sentence. */
const MAX_SEARCHED_CHARS = 2_000;

/**
 * Adds the text of the page outside of its sections: the description from the front matter, and the page heading if no item contains it and it
 * differs from the title or does not fit a breadcrumb.
 */
export function addPageLead(
  groups: ItemGroup[],
  page: ParsedPage,
  root: Section,
  head: FrontMatter,
  { target, cap }: SizeLimits,
): ItemGroup[] {
  const own = groups.findIndex((group) => openingSection(group) === root);
  const lead: string[] = [];
  if (own < 0 && root.heading >= 0) {
    const heading = headingText(page, root.heading);
    if (plainText(heading) !== page.title || heading.length > MAX_BREADCRUMB_LENGTH) lead.push(`# ${heading}`);
  }
  const { description } = head;
  const isNew = description !== undefined && !startOfText(page, head).includes(description);
  if (isNew) lead.push(description);
  if (lead.length === 0) return groups;
  const text = lead.join('\n\n').slice(0, cap).toWellFormed();
  const first = groups[Math.max(own, 0)];
  const [part, ...more] = first?.parts ?? [];
  if (first && part && (own >= 0 || !isNew) && part.text.length + text.length + 2 <= cap)
    return groups.with(Math.max(own, 0), {
      ...first,
      parts: [{ ...part, text: `${text}\n\n${part.text}` }, ...more],
    });
  const alone = { text, start: 0, end: Math.max(head.end, 1) };
  const joined = first && page.wholeLevel === undefined ? prependIntroduction(first, root, alone, target) : undefined;
  return joined ? groups.with(0, joined) : [{ path: [root], members: [], parts: [alone] }, ...groups];
}

/** Returns the section whose text starts the group, unless the group starts with merged sections. */
function openingSection({ opening, members, path }: ItemGroup): Section | undefined {
  return opening ?? (members.length === 0 ? path.at(-1) : undefined);
}

function startOfText({ lines }: ParsedPage, { end }: FrontMatter): string {
  const from = lineStart(lines, end);
  return lines.text.slice(from, from + MAX_SEARCHED_CHARS);
}
