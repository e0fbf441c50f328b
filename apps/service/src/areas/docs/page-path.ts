import { MAX_PATH_CHARS } from './store.ts';

const MAX_SEGMENTS = 8;
/** Segments contain only characters that URLs contain without escapes. The suffix `.md` is reserved for the Markdown of a page. */
const PATH = /^[a-z0-9_][a-z0-9._-]*(?:\/[a-z0-9_][a-z0-9._-]*)*$/;

export const PAGE_PATH_RULE = `must have 1 to ${MAX_SEGMENTS} segments of a-z, 0-9, ".", "_" and "-", each starting with a letter, a digit or "_", at most ${MAX_PATH_CHARS} characters in all, and must not end with ".md", "llms.txt", "llms-full.txt" or "sitemap.xml"`;

/** Reserved paths of portal texts that are not pages. */
const RESERVED = /(?:^|\/)(?:llms\.txt|llms-full\.txt|sitemap\.xml|[^/]*\.md)$/;

/** Returns whether a text is a valid path of a page, such as `guides/start`. */
export function isPagePath(path: string): boolean {
  return (
    path.length <= MAX_PATH_CHARS && PATH.test(path) && path.split('/').length <= MAX_SEGMENTS && !RESERVED.test(path)
  );
}
