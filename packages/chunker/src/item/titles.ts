import { MAX_TITLE_CHARS } from '@context-sync/core/limits';
import { truncateMiddle } from '@context-sync/core/text';
import { elementAt } from '@context-sync/formats';
import type { Group } from '../chunk/group.ts';
import type { Section } from '../section/section-tree.ts';

const SEPARATOR = ' › ';

/** The path that an item's first line shows: page, sections, and the names of sections that stand side by side in it. */
export function breadcrumb({ path, members }: Group, limit: number): string {
  let above = elementAt(path, 0).title;
  for (let index = 1; index < path.length; index += 1) above += SEPARATOR + elementAt(path, index).title;
  if (members.length === 0) return above.length <= limit ? above : omitSections(path.map(titleOf), limit);
  const names = members.map(titleOf);
  const whole = above + SEPARATOR + names.join(', ');
  if (whole.length <= limit) return whole;
  // Where not all names fit, the first and the last say from where to where it goes.
  const span = names.length > 1 ? `${names[0]} … ${names.at(-1)}` : elementAt(names, 0);
  return omitSections([...path.map(titleOf), span], limit);
}

/** Omits sections below the page until the path fits; truncates it in the middle if that is not enough. */
function omitSections([page = '', ...sections]: readonly string[], limit: number): string {
  const whole = [page, ...sections].join(SEPARATOR);
  for (let out = 0; whole.length > limit && out < sections.length; out += 1) {
    const path = [page, ...(out > 0 ? ['…'] : []), ...sections.slice(out)].join(SEPARATOR);
    if (path.length <= limit) return path;
  }
  return truncateMiddle(whole, limit);
}

function titleOf({ title }: Section): string {
  return title;
}

/** Gives every item of a document a title of its own within the limit: a further part has its name in it, the second of a kind ends in " (2)". `path` is its first line. */
export function titles(): (group: Group, part: string | undefined, path: string) => string {
  const seen = new Map<string, number>();
  return (group, part, path) => {
    const suffix = part === undefined ? '' : ` · ${part}`;
    const room = MAX_TITLE_CHARS - suffix.length;
    const base = (path.length <= room ? path : breadcrumb(group, room)) + suffix;
    for (;;) {
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      if (count === 1) return base;
      const number = ` (${count})`;
      const title = breadcrumb(group, room - number.length) + suffix + number;
      if (seen.has(title)) continue;
      seen.set(title, 1);
      return title;
    }
  };
}
