import type { Block } from './block.ts';
import { plainText } from './plain-text.ts';

/** A heading with what stands under it, up to the next heading of its level or higher. The root stands for the page. */
export interface Section {
  /** Rendered heading; of the root, the page title. */
  readonly title: string;
  /** Slugs from the first level below the page down to here, the same for the same headings whatever else the page holds. */
  readonly anchor: string;
  /** The anchor that GitHub and most site generators give the heading; empty for the root. */
  readonly slug: string;
  readonly level: number;
  /** The heading itself; undefined for a root without one. */
  readonly heading: Block | undefined;
  /** What stands between the heading and the first heading below it. */
  readonly blocks: readonly Block[];
  readonly children: readonly Section[];
}

type Growing = { -readonly [P in keyof Section]: Section[P] } & { blocks: Block[]; children: Growing[] };

/** The page as a tree of sections, under its own heading if it has one. */
export function sectionTree(blocks: readonly Block[], pageTitle: string | undefined, fallbackTitle: string): Section {
  const own = ownHeading(blocks);
  const ownTitle = own ? plainText(own.text) : '';
  const root: Growing = {
    title: pageTitle ?? (ownTitle || fallbackTitle),
    anchor: '',
    slug: '',
    level: own?.level ?? 0,
    heading: own,
    blocks: [],
    children: [],
  };
  const open: Growing[] = [root];
  const slugs = new Map<string, number>();
  const anchors = new Map<string, number>();
  for (const block of blocks) {
    if (block === own) continue;
    if (block.kind !== 'heading') {
      open.at(-1)?.blocks.push(block);
      continue;
    }
    // A second heading of level 1 stands beside the first, but both are parts of this page.
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= block.level) open.pop();
    const parent = open.at(-1) ?? root;
    const title = plainText(block.text) || 'Untitled';
    const section: Growing = {
      title,
      anchor: numbered(join(parent.anchor, slugOf(title)), anchors),
      slug: numbered(customId(block.text) ?? slugOf(title), slugs),
      level: block.level,
      heading: block,
      blocks: [],
      children: [],
    };
    parent.children.push(section);
    open.push(section);
  }
  return root;
}

/**
 * The heading that names the page: a first one of level 1; or one of any level at the very top, where all others are below it, as in the
 * chapters of a book.
 */
function ownHeading(blocks: readonly Block[]): Block | undefined {
  const first = blocks.find(({ kind }) => kind === 'heading');
  if (!first || first.level === 1) return first;
  const others = blocks.filter((block) => block.kind === 'heading' && block !== first);
  return first === blocks[0] && others.every(({ level }) => level > first.level) ? first : undefined;
}

/** GitHub's rule for heading anchors: lower case, only letters, numbers, `-`, `_`; spaces become `-`. */
function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  return slug || 'section';
}

/** The id that the page gives a heading itself: in braces after `#`, or as a comment in braces in MDX. */
function customId(text: string): string | undefined {
  const match = /\{\s*(?:#([\w:.-]+)|\/\*([\w:.-]+)\*\/)\s*\}$/.exec(text.slice(-300));
  return match?.[1] ?? match?.[2];
}

function join(parent: string, slug: string): string {
  return parent === '' ? slug : `${parent}/${slug}`;
}

/** The slug itself, or with the first number that makes it unused, as GitHub does. */
function numbered(slug: string, seen: Map<string, number>): string {
  let count = seen.get(slug) ?? 0;
  let unused = slug;
  while (seen.has(unused)) {
    count += 1;
    unused = `${slug}-${count}`;
  }
  seen.set(slug, count);
  if (!seen.has(unused)) seen.set(unused, 0);
  return unused;
}
