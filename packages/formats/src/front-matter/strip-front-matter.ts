import { type FrontMatter, NONE } from '@context-sync/reading';
import { linesOf, sliceLines } from '../markdown/lines.ts';
import { frontMatter } from './read-front-matter.ts';

/** Matches a key or a table after the opening mark, possibly after comments, or nothing up to the closing mark. */
const DATA_START =
  /^(?:---|\+\+\+)[ \t]*\n(?:\s*(?:---|\.\.\.|\+\+\+)|(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:\[|["']?[\w.-]{1,100}["']?[ \t]*[:=]))/m;

/**
 * Removes front matter from a text that is not Markdown, and replaces it by blank lines to preserve line numbers. In such a text, `---`
 * does not imply front matter, so the content must look like data.
 */
export function withoutFrontMatter(text: string): { head: FrontMatter; text: string } {
  const lines = linesOf(text);
  const head = frontMatter(lines);
  if (head.end === 0 || !DATA_START.test(sliceLines(lines, 0, head.end))) return { head: NONE, text };
  return { head, text: '\n'.repeat(head.end) + sliceLines(lines, head.end, lines.count) };
}
