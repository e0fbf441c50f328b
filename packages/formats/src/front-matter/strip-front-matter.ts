import { linesOf, sliceLines } from '../markdown/lines.ts';
import { type FrontMatter, NONE } from '../reading/front-matter.ts';
import { frontMatter } from './read-front-matter.ts';

/** A key or a table below the mark, comments aside; or nothing at all up to the next mark. */
const DATA =
  /^(?:---|\+\+\+)[ \t]*\n(?:\s*(?:---|\.\.\.|\+\+\+)|(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:\[|["']?[\w.-]{1,100}["']?[ \t]*[:=]))/m;

/**
 * Takes front matter off a text that is not Markdown, with blank lines in its place, so that every line stays where it was. To such a text
 * rules are no sign of front matter, so what stands between two of them must begin like data.
 */
export function withoutFrontMatter(text: string): { head: FrontMatter; text: string } {
  const lines = linesOf(text);
  const head = frontMatter(lines);
  if (head.end === 0 || !DATA.test(sliceLines(lines, 0, head.end))) return { head: NONE, text };
  return { head, text: '\n'.repeat(head.end) + sliceLines(lines, head.end, lines.count) };
}
