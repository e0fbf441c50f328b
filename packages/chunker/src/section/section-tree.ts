import { getElementAt, getLast } from '@context-sync/base';
import { getPlainText, getSlug, numberSlug } from '@context-sync/formats';
import type { ParsedPage } from '../page/markdown-page.ts';
import { getHeadingText } from '../scan/heading-text.ts';
import { getHeadingLevel, getKind, getStart, HEADING } from '../scan/scanned-blocks.ts';

/** A heading with everything below it, up to the next heading of the same or a higher level. The root is the page. */
export interface Section {
  /** Heading as plain text. For the root, the page title. Empty for text that continues after the subsections of its parent. */
  readonly title: string;
  /** Slugs of the sections from the first level below the page to this section. The anchor does not change when other parts of the page change. */
  readonly anchor: string;
  /** The anchor that the site assigns to the heading; empty for the root. */
  readonly slug: string;
  readonly level: number;
  /** Block index of the section's heading; -1 for a root or for continued text, which have no heading. */
  readonly heading: number;
  /** Block range of the section's own text, up to the first heading below it: `from` to `to` (exclusive). The root's range includes its heading. */
  readonly from: number;
  readonly to: number;
  readonly children: readonly Section[];
  /** Index after the last block of text in the section or its subsections; `from` if there is no text. */
  readonly end: number;
}

type SectionBuilder = { -readonly [P in keyof Section]: Section[P] } & { children: SectionBuilder[] };

/** Builds the tree of sections of a page. */
export function buildSectionTree(page: ParsedPage): Section {
  const { blocks } = page;
  const count = blocks.kinds.length;
  const root: SectionBuilder = {
    title: page.title,
    anchor: '',
    slug: '',
    level: page.heading < 0 ? 0 : getHeadingLevel(blocks, page.heading),
    heading: page.heading,
    from: 0,
    to: count,
    children: [],
    end: 0,
  };
  const openSections: SectionBuilder[] = [root];
  const nameSection = createNamer(page);
  for (let index = findNextStart(page, 0); index < count; index = findNextStart(page, index + 1)) {
    if (index === page.heading) continue;
    const resumedLevel = getKind(blocks, index) === HEADING ? undefined : page.resumed?.get(getStart(blocks, index));
    const level = resumedLevel === undefined ? getHeadingLevel(blocks, index) : resumedLevel + 1;
    const parentSection = getLast(openSections);
    parentSection.to = Math.min(parentSection.to, index);
    closeSections(openSections, level);
    const parent = getLast(openSections);
    const section: SectionBuilder = {
      ...(resumedLevel === undefined
        ? { ...nameSection(index, parent.anchor), heading: index, from: index + 1 }
        : { title: '', anchor: parent.anchor, slug: parent.slug, heading: -1, from: index }),
      level,
      to: count,
      children: [],
      end: index + 1,
    };
    parent.children.push(section);
    openSections.push(section);
  }
  closeSections(openSections, 0);
  root.end = findEndOfContent(root);
  return root;
}

/**
 * Returns the index of the next block that starts a section: a heading, or text that continues after subsections. Returns the number of blocks if
 * there is no such block.
 */
function findNextStart({ blocks, resumed }: ParsedPage, from: number): number {
  const heading = blocks.kinds.indexOf(HEADING, from);
  const end = heading < 0 ? blocks.kinds.length : heading;
  if (resumed !== undefined)
    for (let index = from; index < end; index += 1) if (resumed.has(getStart(blocks, index))) return index;
  return end;
}

/** Returns a function that assigns titles, anchors and slugs to the sections of a page, in order. Duplicate anchors are numbered. */
function createNamer(page: ParsedPage): (heading: number, above: string) => Pick<Section, 'title' | 'anchor' | 'slug'> {
  const slugs = new Map<string, number>();
  const anchors = new Map<string, number>();
  const unusedBare = [...(page.bare ?? [])];
  let nextMarker = 0;
  return (index, textAbove) => {
    for (; nextMarker < unusedBare.length; nextMarker += 1) {
      const [heading, slug] = getElementAt(unusedBare, nextMarker);
      if (heading >= index) break;
      numberSlug(slug, slugs);
    }
    const title = getPlainText(getHeadingText(page, index)) || 'Untitled';
    const slug = getSlug(title);
    return {
      title,
      anchor: numberSlug(textAbove === '' ? slug : `${textAbove}/${slug}`, anchors),
      slug: numberSlug(page.ids.get(getStart(page.blocks, index)) ?? slug, slugs),
    };
  };
}

/** Closes the sections that a heading of this level ends. Headings of level 1 are siblings within the page. */
function closeSections(open: SectionBuilder[], level: number): void {
  while (open.length > 1) {
    const innermostSection = getLast(open);
    if (innermostSection.level < level) return;
    innermostSection.end = findEndOfContent(innermostSection);
    open.pop();
  }
}

function findEndOfContent(section: SectionBuilder): number {
  for (let index = section.children.length - 1; index >= 0; index -= 1) {
    const child = getElementAt(section.children, index);
    if (hasText(child)) return child.end;
  }
  return hasOwnText(section) ? section.to : section.from;
}

/** Returns whether there is text under the heading or under its subheadings. */
export function hasText({ from, end }: Section): boolean {
  return end > from;
}

/** Returns whether there is text between the heading and the first subheading. */
export function hasOwnText({ from, to, heading }: Section): boolean {
  return to - from > (heading >= from ? 1 : 0);
}

/** Returns the index of the section's first block: the heading of a section, or the first block of the page for the root. */
export function getFirstBlock({ from, heading }: Section): number {
  return heading >= 0 && heading < from ? heading : from;
}
