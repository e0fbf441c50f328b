import type { Inclusion, Site } from '@context-sync/reading';

/** Maximum number of files that include each other. */
export const MAX_INCLUDE_DEPTH = 8;
/** Maximum number of files that a document includes. */
const MAX_FILES = 1_000;
/** Maximum length of all files that a document includes, in characters. */
const MAX_INCLUDED_CHARS = 2_000_000;

/** Returns the file that the document or partial at `from` includes. */
export type ReadInclude = (from: string, target: string) => Inclusion;

/** Bounds what one document includes. */
export function createIncludeReader(site: Site): ReadInclude {
  let files = 0;
  let chars = 0;
  return (from, target) => {
    if (files >= MAX_FILES) return { problem: `a document can include at most ${MAX_FILES} files` };
    files += 1;
    const found = site.include(from, target);
    if ('problem' in found) return found;
    chars += found.text.length;
    if (chars > MAX_INCLUDED_CHARS)
      return { problem: `a document can include at most ${MAX_INCLUDED_CHARS} characters` };
    return found;
  };
}
