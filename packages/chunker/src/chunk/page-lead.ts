import { getLineStart, getPlainText } from '@context-sync/formats';
import type { FrontMatter } from '@context-sync/reading';
import type { ParsedPage } from '../page/markdown-page.ts';
import { getHeadingText } from '../scan/heading-text.ts';
import type { Section } from '../section/section-tree.ts';
import { prependIntroduction } from './group-sections.ts';
import { type ItemGroup, MAX_BREADCRUMB_LENGTH, type SizeLimits } from './item-group.ts';

/** Number of characters that are searched for the description, because some pages repeat the description as their first sentence. */
const MAX_SEARCHED_CHARS = 2_000;

/**
 * Adds the page's text that belongs to no section: the description from the front matter, and the page heading. The heading is added if no item
 * contains it and it differs from the title or does not fit a breadcrumb.
 */
export function addPageLead(
  groups: ItemGroup[],
  page: ParsedPage,
  root: Section,
  head: FrontMatter,
  { target, cap }: SizeLimits,
): ItemGroup[] {
  const leadGroup = groups.findIndex((group) => findOpeningSection(group) === root);
  const lead: string[] = [];
  if (leadGroup < 0 && root.heading >= 0) {
    const heading = getHeadingText(page, root.heading);
    if (getPlainText(heading) !== page.title || heading.length > MAX_BREADCRUMB_LENGTH) lead.push(`# ${heading}`);
  }
  const { description } = head;
  const isNew = description !== undefined && !startOfText(page, head).includes(description);
  if (isNew) lead.push(description);
  if (lead.length === 0) return groups;
  const text = lead.join('\n\n').slice(0, cap).toWellFormed();
  const firstGroup = groups[Math.max(leadGroup, 0)];
  const [part, ...more] = firstGroup?.parts ?? [];
  if (firstGroup && part && (leadGroup >= 0 || !isNew) && part.text.length + text.length + 2 <= cap)
    return groups.with(Math.max(leadGroup, 0), {
      ...firstGroup,
      parts: [{ ...part, text: `${text}\n\n${part.text}` }, ...more],
    });
  const leadPart = { text, start: 0, end: Math.max(head.end, 1) };
  const groupWithLead =
    firstGroup && page.wholeLevel === undefined ? prependIntroduction(firstGroup, root, leadPart, target) : undefined;
  return groupWithLead ? groups.with(0, groupWithLead) : [{ path: [root], members: [], parts: [leadPart] }, ...groups];
}

/** Returns the section whose text starts the group, unless the group starts with merged sections. */
function findOpeningSection({ opening, members, path }: ItemGroup): Section | undefined {
  return opening ?? (members.length === 0 ? path.at(-1) : undefined);
}

function startOfText({ lines }: ParsedPage, { end }: FrontMatter): string {
  const lineOffset = getLineStart(lines, end);
  return lines.text.slice(lineOffset, lineOffset + MAX_SEARCHED_CHARS);
}
