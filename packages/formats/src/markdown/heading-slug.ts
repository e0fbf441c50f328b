/** Returns GitHub's anchor for a heading: lowercase, only letters, numbers, `-` and `_`; spaces become `-`. */
export function getSlug(title: string): string {
  let slug = '';
  let keptEnd = 0;
  const lowerTitle = title.toLowerCase();
  for (let offset = 0; offset < lowerTitle.length; offset += 1) {
    const code = lowerTitle.charCodeAt(offset);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f) continue;
    if (code >= 0x80) return createUnicodeSlug(lowerTitle);
    slug += lowerTitle.slice(keptEnd, offset) + (code === 0x20 ? '-' : '');
    keptEnd = offset + 1;
  }
  return (keptEnd === 0 ? lowerTitle : slug + lowerTitle.slice(keptEnd)) || 'section';
}

/** Returns the slug of a title with non-ASCII characters. Like GitHub, removes numbers that are not digits, such as `²`. */
function createUnicodeSlug(lower: string): string {
  return lower.replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]+/gu, '').replaceAll(' ', '-') || 'section';
}

/** Matches an id after `#` in braces, in `{% … %}` on some VitePress sites, or in a comment in braces in MDX. */
const ID_PATTERN = /(?<!\\)\{:?\s*(?:#([^\s{}%]+)[^{}]*|\/\*\s*([\w:.-]+)\s*\*\/)\s*\}%?$/;
/**
 * Matches an attribute list of Python-Markdown or kramdown with classes, keys and possibly an id: `{ .class id="x" }`. A key without a value must
 * begin with `data-`, because `{id}` in a heading is usually a parameter.
 */
const ENTRY = String.raw`(?:[.#][\w:.+-]+|data-[\w-]+(?![\w=-])|[\w:-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+))`;
const ATTRIBUTES_PATTERN = new RegExp(String.raw`(?<!\\)\{:?\s*${ENTRY}(?:\s+${ENTRY})*\s*\}$`);
const ID_ATTRIBUTE = /[\s{]id=(?:"([^"{}\s]+)"|'([^'{}\s]+)'|([^\s"'{}]+))/;
const ID_CLASS = /[\s{]#([\w:.+-]+)/;
/** Matches marks of Fumadocs at the end of a heading: `[#id]`, and `[step]` or `[!toc]`, which affect only the layout. */
const BRACKETED_MARK = /(?<=[^\s\]])[ \t]+\[(?:#([\w:.-]+)|step|toc|!toc)\](?:[ \t]+\[(?:step|toc|!toc)\])?$/;
/** Maximum length of an attribute list that is examined, in characters. */
const MAX_ATTRIBUTES_LENGTH = 300;

/** Returns the attribute list at the end of a heading, and the id in it; undefined if there is none. */
export function findHeadingAttributes(heading: string): { readonly length: number; readonly id?: string } | undefined {
  if (heading.endsWith(']')) {
    const [written, id] = BRACKETED_MARK.exec(heading.slice(-MAX_ATTRIBUTES_LENGTH)) ?? [];
    return written === undefined ? undefined : { length: written.length, ...(id === undefined ? {} : { id }) };
  }
  if (!heading.endsWith('}') && !heading.endsWith('}%')) return undefined;
  const end = heading.slice(-MAX_ATTRIBUTES_LENGTH);
  const match = ID_PATTERN.exec(end) ?? ATTRIBUTES_PATTERN.exec(end);
  if (!match) return undefined;
  const [written, hash, comment] = match;
  const [, double, single, bare] = ID_ATTRIBUTE.exec(written) ?? [];
  const id = hash ?? comment ?? double ?? single ?? bare ?? ID_CLASS.exec(written)?.[1];
  return { length: written.length, ...(id === undefined ? {} : { id }) };
}

/** Returns the id that the page assigns to a heading. */
export function getCustomId(heading: string): string | undefined {
  return findHeadingAttributes(heading)?.id;
}

/** Returns the slug, with the first unused number if the slug is taken, as GitHub does. */
export function numberSlug(slug: string, seenSlugs: Map<string, number>): string {
  let count = seenSlugs.get(slug);
  if (count === undefined) {
    seenSlugs.set(slug, 0);
    return slug;
  }
  let unusedSlug: string;
  do {
    count += 1;
    unusedSlug = `${slug}-${count}`;
  } while (seenSlugs.has(unusedSlug));
  seenSlugs.set(slug, count);
  seenSlugs.set(unusedSlug, 0);
  return unusedSlug;
}
