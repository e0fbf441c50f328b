import { type FrontMatter, NO_FRONT_MATTER } from '@context-sync/reading';
import { getLines, sliceLines } from '../markdown/line-index.ts';
import { readFrontMatter } from './read-front-matter.ts';

/** Matches the opening mark if a key or a table follows it, possibly after comments, or if only blank space precedes the closing mark. */
const DATA_START =
  /^(?:---|\+\+\+)[ \t]*\n(?:\s*(?:---|\.\.\.|\+\+\+)|(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:\[|["']?[\w.-]{1,100}["']?[ \t]*[:=]))/m;

/**
 * Removes front matter from a text that is not Markdown, and replaces it by blank lines to preserve line numbers. In such a text, `---` alone does
 * not indicate front matter, so the content must look like data.
 */
export function removeFrontMatter(text: string): { head: FrontMatter; text: string } {
  const lines = getLines(text);
  const frontMatterBlock = readFrontMatter(lines);
  if (frontMatterBlock.end === 0 || !DATA_START.test(sliceLines(lines, 0, frontMatterBlock.end)))
    return { head: NO_FRONT_MATTER, text };
  return {
    head: frontMatterBlock,
    text: '\n'.repeat(frontMatterBlock.end) + sliceLines(lines, frontMatterBlock.end, lines.count),
  };
}
