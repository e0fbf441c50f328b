import { getElementAt } from '@context-sync/base';
import { replaceOutsideCode, visitProseLines } from './prose-lines.ts';

/** Matches the start of any comment that this module removes. */
const CANDIDATE_PATTERN = /%%|\{#[\s-]|\{\{-?[ \t]*\/\*|\{%-?[ \t]*#|^%[ \t]/m;
/**
 * Comments on one line: `%% text %%` of Obsidian, `{# text #}` of Jinja, `{{/* text *\/}}` of Hugo, `{% # text %}` of Liquid. The marks of Obsidian
 * must not be part of a word, because percentages are text.
 */
const COMMENT_PATTERN =
  /(?<![\w%]|\d[ \t])%%(?!%)[^%\n]{1,2000}%%(?![\w%])|\{#-?\s[^{}\n]{0,2000}?\s-?#\}|\{\{-?[ \t]*\/\*.{0,2000}?\*\/[ \t]*-?\}\}|\{%-?[ \t]*#[^%\n]{0,2000}-?%\}/g;
/** First lines of comments that end on a later line, and the marks that end them. */
const BLOCKS: readonly (readonly [start: RegExp, end: string])[] = [
  [/^[ \t]*%%(?!%)[^%]*$/, '%%'],
  [/^[ \t]*\{#-?(?:\s[^}]*)?$/, '#}'],
  [/^[ \t]*\{\{-?[ \t]*\/\*(?!.*\*\/)/, '*/'],
];
/** Matches a comment of MyST, which fills a line. */
const MYST_COMMENT = /^%(?:[ \t].*)?$/;
/** Maximum number of lines of a comment. */
const MAX_COMMENT_LINES = 200;
const MAX_LINE_LENGTH = 10_000;

/**
 * Removes comments in syntaxes other than HTML and MDX. Leaves the same characters in code unchanged, and preserves the number of lines.
 * @param isMyst whether a line that starts with a percent sign is a comment
 */
export function removeAuthorComments(text: string, isMyst: boolean): string {
  if (!CANDIDATE_PATTERN.test(text)) return text;
  const lines = text.split('\n');
  visitProseLines(lines, (line, index) => {
    if (line.length > MAX_LINE_LENGTH) return index;
    if (isMyst && MYST_COMMENT.test(line)) {
      lines[index] = '';
      return index;
    }
    const end = findEndOfBlock(lines, index);
    if (end === undefined) {
      if (CANDIDATE_PATTERN.test(line)) lines[index] = replaceOutsideCode(line, COMMENT_PATTERN, () => '');
      return index;
    }
    lines.fill('', index, end + 1);
    return end;
  });
  return lines.join('\n');
}

/** Returns the last line of a comment that starts at the line and ends at the end of a later line. */
function findEndOfBlock(lines: readonly string[], index: number): number | undefined {
  const line = getElementAt(lines, index);
  if (!line.includes('%%') && !line.includes('{')) return undefined;
  for (const [start, mark] of BLOCKS) {
    if (!start.test(line)) continue;
    for (let end = index + 1; end < Math.min(lines.length, index + MAX_COMMENT_LINES); end += 1) {
      const other = getElementAt(lines, end);
      if (!other.includes(mark)) continue;
      return other.trimEnd().endsWith(mark) || /\*\/[ \t]*-?\}\}[ \t]*$/.test(other) ? end : undefined;
    }
  }
  return undefined;
}
