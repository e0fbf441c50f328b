import { elementAt, lastOf, numbered, plainText, slugOf } from '@context-sync/formats';
import type { Page } from '../page/page.ts';
import { HEADING, headingLevel, startOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';

/** A heading with what stands under it, up to the next heading of its level or higher. The root stands for the page. */
export interface Section {
  /** Rendered heading; of the root, the page title. */
  readonly title: string;
  /** Slugs from the first level below the page down to here, the same for the same headings whatever else the page holds. */
  readonly anchor: string;
  /** The anchor that the site gives the heading; empty for the root. */
  readonly slug: string;
  readonly level: number;
  /** Index of its heading among the page's blocks; -1 for a root without one. */
  readonly heading: number;
  /** Its own blocks, up to the first heading below it: indices from `from` up to but without `to`. Those of the root hold its heading. */
  readonly from: number;
  readonly to: number;
  readonly children: readonly Section[];
  /** The block after the last that is no heading, of its own or of what is below it; `from` where there is none. */
  readonly end: number;
}

type Growing = { -readonly [P in keyof Section]: Section[P] } & { children: Growing[] };

/** The page as a tree of sections. */
export function sectionTree(page: Page): Section {
  const { blocks } = page;
  const count = blocks.kinds.length;
  const root: Growing = {
    title: page.title,
    anchor: '',
    slug: '',
    level: page.heading < 0 ? 0 : headingLevel(blocks, page.heading),
    heading: page.heading,
    from: 0,
    to: count,
    children: [],
    end: 0,
  };
  const open: Growing[] = [root];
  const namesOf = naming(page);
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    if (index === page.heading) continue;
    const level = headingLevel(blocks, index);
    const above = lastOf(open);
    above.to = Math.min(above.to, index);
    close(open, level);
    const parent = lastOf(open);
    const section: Growing = {
      ...namesOf(index, parent.anchor),
      level,
      heading: index,
      from: index + 1,
      to: count,
      children: [],
      end: index + 1,
    };
    parent.children.push(section);
    open.push(section);
  }
  close(open, 0);
  root.end = endWithText(root);
  return root;
}

/** Names the sections of a page in order, so that the next of a name has a number. */
function naming(page: Page): (heading: number, above: string) => Pick<Section, 'title' | 'anchor' | 'slug'> {
  const slugs = new Map<string, number>();
  const anchors = new Map<string, number>();
  const bare = [...(page.bare ?? [])];
  let nextBare = 0;
  return (index, above) => {
    for (; nextBare < bare.length; nextBare += 1) {
      const [heading, slug] = elementAt(bare, nextBare);
      if (heading >= index) break;
      numbered(slug, slugs);
    }
    const title = plainText(headingText(page, index)) || 'Untitled';
    const slug = slugOf(title);
    return {
      title,
      anchor: numbered(above === '' ? slug : `${above}/${slug}`, anchors),
      slug: numbered(page.ids.get(startOf(page.blocks, index)) ?? slug, slugs),
    };
  };
}

/** Ends the sections that a heading of this level ends. A second heading of level 1 stands beside the first; both are parts of the page. */
function close(open: Growing[], level: number): void {
  while (open.length > 1) {
    const innermost = lastOf(open);
    if (innermost.level < level) return;
    innermost.end = endWithText(innermost);
    open.pop();
  }
}

function endWithText(section: Growing): number {
  for (let index = section.children.length - 1; index >= 0; index -= 1) {
    const child = elementAt(section.children, index);
    if (hasText(child)) return child.end;
  }
  return hasOwnText(section) ? section.to : section.from;
}

/** Whether something stands under the heading, or under one below it. */
export function hasText({ from, end }: Section): boolean {
  return end > from;
}

/** Whether something stands between the heading and the first one below it. */
export function hasOwnText({ from, to, heading }: Section): boolean {
  return to - from > (heading >= from ? 1 : 0);
}

/** The block that the section begins with: its heading; of the root, what stands first on the page. */
export function firstBlock({ from, heading }: Section): number {
  return heading >= 0 && heading < from ? heading : from;
}
