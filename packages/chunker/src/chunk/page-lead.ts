import type { FrontMatter } from '@context-sync/formats';
import { lineStart, plainText } from '@context-sync/formats';
import type { Page } from '../page/page.ts';
import { headingText } from '../scan/heading-text.ts';
import type { Section } from '../section/section-tree.ts';
import { type Group, MAX_BREADCRUMB_LENGTH, type Sizes } from './group.ts';
import { withOpening } from './group-sections.ts';

/** How far the text is looked at for the description, which some pages repeat as their first sentence. */
const NEAR = 2_000;

/**
 * The groups, with what the page says of itself outside of its sections' texts: the description in its front matter, in front of the page's
 * own text, and its heading where no item would hold it and that says something else than its title, or more than fits a first line.
 */
export function withLead(
  groups: Group[],
  page: Page,
  root: Section,
  head: FrontMatter,
  { target, cap }: Sizes,
): Group[] {
  const own = groups.findIndex((group) => beginsIn(group) === root);
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
  const [piece, ...more] = first?.pieces ?? [];
  if (first && piece && (own >= 0 || !isNew) && piece.text.length + text.length + 2 <= cap)
    return groups.with(Math.max(own, 0), {
      ...first,
      pieces: [{ ...piece, text: `${text}\n\n${piece.text}` }, ...more],
    });
  const alone = { text, start: 0, end: Math.max(head.end, 1) };
  const joined = first && page.wholeLevel === undefined ? withOpening(first, root, alone, target) : undefined;
  return joined ? groups.with(0, joined) : [{ path: [root], members: [], pieces: [alone] }, ...groups];
}

/** The section whose text the group begins with, where it does not begin with whole ones side by side. */
function beginsIn({ opening, members, path }: Group): Section | undefined {
  return opening ?? (members.length === 0 ? path.at(-1) : undefined);
}

function startOfText({ lines }: Page, { end }: FrontMatter): string {
  const from = lineStart(lines, end);
  return lines.text.slice(from, from + NEAR);
}
