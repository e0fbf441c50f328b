import { type FrontMatter, NONE } from '@context-sync/reading';
import { linesOf, sliceLines } from '../markdown/lines.ts';
import { frontMatter } from './read-front-matter.ts';

/** Matches the opening mark if a key or a table follows it, possibly after comments, or if only blank space precedes the closing mark. */
const DATA_START =
  /^(?:---|\+\+\+)[ \t]*\n(?:\s*(?:---|\.\.\.|\+\+\+)|(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:\[|["']?[\w.-]{1,100}["']?[ \t]*[:=]))/m;

/**
 * Removes front matter from a text that is not Markdown, and replaces it by blank lines to preserve line numbers. In such a text, `---`
 * alone does not indicate front matter, so the content must look like data.
 */
export function withoutFrontMatter(text: string): { head: FrontMatter; text: string } {
  const lines = linesOf(text);
  const head = frontMatter(lines);
  if (head.end === 0 || !DATA_START.test(sliceLines(lines, 0, head.end))) return { head: NONE, text };
  return { head, text: '\n'.repeat(head.end) + sliceLines(lines, head.end, lines.count) };
}
