/**
 * Size in characters after which a page of a list ends, even if it has fewer entries than requested. A page has at least one entry. The limit bounds
 * the memory of a response.
 */
export const MAX_PAGE_CHARS = 1_048_576;

/** Returns the number of entries that fit on a page. */
export function countPageEntries<T>(entries: readonly T[], limit: number, getChars: (entry: T) => number): number {
  let chars = 0;
  for (const [index, entry] of entries.entries()) {
    chars += getChars(entry);
    if (index === limit || (index > 0 && chars > MAX_PAGE_CHARS)) return index;
  }
  return entries.length;
}
