import { detectHeadingLevel } from './hanging-heading.ts';
import { getIndent, isBlank } from './indent-width.ts';
import type { SourceLine } from './page-breaks.ts';

/** Maximum number of characters per line that are examined. */
const MAX_EXAMINED_LENGTH = 300;
/** An indent is significant if at least one in this many indented lines has it. The deeper sections of an RFC contain most of the text. */
const MIN_SHARE_DIVISOR = 6;

/**
 * Returns the column where the body text of the document begins: usually 0. In documents such as RFCs and manual pages, where only headings start at
 * column 0, the column is the smallest indent that a significant share of the other lines has, if these lines are prose.
 */
export function findBaseIndent(lines: readonly SourceLine[]): number {
  const counts = new Map<number, number>();
  let indentedCount = 0;
  let prose = 0;
  let margin = 0;
  for (const { text } of lines) {
    if (isBlank(text)) continue;
    const indent = getIndent(text);
    if (indent > 0) {
      counts.set(indent, (counts.get(indent) ?? 0) + 1);
      indentedCount += 1;
      if (isProse(text)) prose += 1;
    } else if (detectHeadingLevel(text) === undefined) margin += 1;
  }
  if (margin * 4 > indentedCount || prose * 5 < indentedCount * 2) return 0;
  const sortedCounts = [...counts].sort(([a], [b]) => a - b);
  return sortedCounts.find(([, count]) => count * MIN_SHARE_DIVISOR >= indentedCount)?.[0] ?? 0;
}

/** Returns whether the line contains as many words as a sentence. Lines of code rarely do. */
function isProse(line: string): boolean {
  return (
    (line.slice(0, MAX_EXAMINED_LENGTH).match(/(?:^| )[(\p{Lu}\p{Ll}][\p{L}'-]*(?=[ ,.;:)]|$)/gu)?.length ?? 0) >= 5
  );
}
