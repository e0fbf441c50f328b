const PLAIN = /^[a-z0-9_ -]+$/;
const ASCII = /^[\x20-\x7e]*$/;

/** GitHub's rule for heading anchors: lower case, only letters, numbers, `-`, `_`; spaces become `-`. */
export function slugOf(title: string): string {
  const lower = title.toLowerCase();
  if (PLAIN.test(lower)) return lower.replaceAll(' ', '-');
  const kept = lower.replaceAll(ASCII.test(lower) ? /[^a-z0-9_ -]+/g : /[^\p{L}\p{M}\p{N}\p{Pc}\- ]+/gu, '');
  return kept.replaceAll(' ', '-') || 'section';
}

/** The id that the page gives a heading itself: in braces after `#`, or as a comment in braces in MDX. */
export function customId(heading: string): string | undefined {
  if (!heading.endsWith('}')) return undefined;
  const match = /\{\s*(?:#([\w:.-]+)[^{}]*|\/\*\s*([\w:.-]+)\s*\*\/)\s*\}$/.exec(heading.slice(-300));
  return match?.[1] ?? match?.[2];
}

/** The slug itself, or with the first number that makes it unused, as GitHub does. */
export function numbered(slug: string, seen: Map<string, number>): string {
  let count = seen.get(slug);
  if (count === undefined) {
    seen.set(slug, 0);
    return slug;
  }
  let unused: string;
  do {
    count += 1;
    unused = `${slug}-${count}`;
  } while (seen.has(unused));
  seen.set(slug, count);
  seen.set(unused, 0);
  return unused;
}
