import { lastOf, slugOf } from '@context-sync/formats';
import { isClosing } from '../chunk/bare-tag.ts';
import { type Group, MAX_BREADCRUMB_LENGTH } from '../chunk/group.ts';
import { trimBlankLines } from '../page/page.ts';
import { partName } from './part-name.ts';
import { breadcrumb, titles } from './titles.ts';

export interface Item {
  /**
   * Document path, `#`, and the anchors of the sections. From the second part of a section on, `~` and the name of the part;
   * `~2` and so on where that would not be unique.
   */
  readonly key: string;
  /** At most 120 UTF-16 units, unique in the document. */
  readonly title: string;
  /** At most 8000 UTF-16 units: the path of sections, the text, the source address. */
  readonly content: string;
  /** First and last line in the document, from 1. */
  readonly lines: readonly [number, number];
}

interface Frame {
  readonly path: string;
  /** The source line, from 1, of a line of the page, from 0. */
  readonly sourceLine: (line: number) => number;
  /** The address that an item about the section with this slug ends with. */
  readonly sourceOf: (slug: string) => string | undefined;
}

/** Gives every piece its key, title and frame. */
export function itemsOf(groups: readonly Group[], { path, sourceLine, sourceOf }: Frame): Item[] {
  const titleOf = titles();
  const keys = new Map<string, number>();
  const items: Item[] = [];
  for (const group of groups) {
    const { anchor, slug } = group.opening ?? group.members[0] ?? lastOf(group.path);
    const first = breadcrumb(group, MAX_BREADCRUMB_LENGTH);
    const source = sourceOf(slug);
    const ending = source === undefined ? '' : `\n\nSource: ${source}`;
    for (const piece of group.pieces) {
      const text = trimBlankLines(piece.text);
      // A no-break space, or the end of an element, is text to Markdown, but says nothing.
      if (text === '' || isClosing(text.trimStart())) continue;
      const part = keys.has(anchor) ? partName(text) : undefined;
      items.push({
        key: `${path}#${unused(part === undefined ? anchor : `${anchor}~${slugOf(part)}`, keys)}`,
        title: titleOf(group, part, first),
        content: `${first}\n\n${text}${ending}`,
        lines: [sourceLine(piece.start), sourceLine(piece.end - 1)],
      });
    }
  }
  return items;
}

/** The key itself; for the second of a kind and further ones with `~` and a number. */
function unused(key: string, seen: Map<string, number>): string {
  let count = seen.get(key) ?? 0;
  let next = key;
  while (seen.has(next)) {
    count += 1;
    next = `${key}~${count + 1}`;
  }
  seen.set(key, count);
  if (next !== key) seen.set(next, 0);
  return next;
}
