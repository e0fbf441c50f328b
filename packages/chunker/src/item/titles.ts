import { TITLE_LIMIT } from '@context-sync/core';
import { shorten } from '../cut/boundary.ts';
import type { Group } from '../cut/sections.ts';

const SEPARATOR = ' › ';

/** The path that an item's first line shows: page, sections, and the names of sections that stand side by side in it. */
export function breadcrumb({ path, members }: Group, limit: number): string {
  const above = path.map(({ title }) => title);
  const names = members.map(({ title }) => title);
  if (names.length === 0) return shorten(above.join(SEPARATOR), limit);
  const whole = [...above, names.join(', ')].join(SEPARATOR);
  if (whole.length <= limit || names.length === 1) return shorten(whole, limit);
  // Where not all names fit, the first and the last say from where to where it goes.
  return shorten([...above, `${names[0]} … ${names.at(-1)}`].join(SEPARATOR), limit);
}

/** Gives every item of a document a title of its own within the limit; the second of a kind ends in " (2)". */
export function titles(): (group: Group) => string {
  const seen = new Map<string, number>();
  return (group) => {
    const base = breadcrumb(group, TITLE_LIMIT);
    for (;;) {
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      if (count === 1) return base;
      const suffix = ` (${count})`;
      const title = `${breadcrumb(group, TITLE_LIMIT - suffix.length)}${suffix}`;
      if (seen.has(title)) continue;
      seen.set(title, 1);
      return title;
    }
  };
}
