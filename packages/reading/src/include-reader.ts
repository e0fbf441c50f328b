import type { InclusionResult, Site } from './site.ts';

/** Maximum depth of nested includes. */
export const MAX_INCLUDE_DEPTH = 8;
/** Maximum number of files that a document includes. The OpenAPI documents of large APIs consist of about 1,000 files. */
const MAX_INCLUDED_FILES = 3_000;
/** Maximum length of an included file, in characters. */
const MAX_INCLUDED_FILE_CHARS = 1024 * 1024;
/** Maximum length of all files that a document includes, in characters. Each inclusion of a file adds its length. */
const MAX_INCLUDED_CHARS = 4 * MAX_INCLUDED_FILE_CHARS;

/** Function that returns the file at `target`, which the document or file at `from` includes. */
export type ReadInclude = (from: string, target: string) => InclusionResult;

/** Returns a function that reads the files which one document includes, and bounds their number and length. */
export function createIncludeReader(site: Site): ReadInclude {
  let files = 0;
  let chars = 0;
  return (from, target) => {
    if (files >= MAX_INCLUDED_FILES) return { problem: `a document can include at most ${MAX_INCLUDED_FILES} files` };
    files += 1;
    const includedFile = site.include(from, target);
    if ('problem' in includedFile) return includedFile;
    const { path, text } = includedFile;
    if (text.length > MAX_INCLUDED_FILE_CHARS)
      return { problem: `${path} has more than ${MAX_INCLUDED_FILE_CHARS} characters` };
    chars += text.length;
    if (chars > MAX_INCLUDED_CHARS)
      return { problem: `a document can include at most ${MAX_INCLUDED_CHARS} characters` };
    return includedFile;
  };
}
