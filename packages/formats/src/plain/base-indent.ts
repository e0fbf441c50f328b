import { headingLevel } from './hanging-heading.ts';
import { indentOf, isBlank } from './indent.ts';
import type { SourceLine } from './page-breaks.ts';

/** Longest part of a line that is looked at. */
const GLANCE = 300;

/**
 * Where the running text of the document begins: at 0; or in documents such as RFCs and manual pages, whose headings alone stand at the margin,
 * at the least indent that a good part of the other lines has, if they are prose.
 */
export function baseIndent(lines: readonly SourceLine[]): number {
  const counts = new Map<number, number>();
  let indented = 0;
  let prose = 0;
  let margin = 0;
  for (const { text } of lines) {
    if (isBlank(text)) continue;
    const indent = indentOf(text);
    if (indent > 0) {
      counts.set(indent, (counts.get(indent) ?? 0) + 1);
      indented += 1;
      if (isProse(text)) prose += 1;
    } else if (headingLevel(text) === undefined) margin += 1;
  }
  if (margin * 4 > indented || prose * 5 < indented * 2) return 0;
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return sorted.find(([, count]) => count * 4 >= indented)?.[0] ?? 0;
}

/** Whether the line holds as many words as a sentence, which lines of code seldom do. */
function isProse(line: string): boolean {
  return (line.slice(0, GLANCE).match(/(?:^| )[(\p{Lu}\p{Ll}][\p{L}'-]*(?=[ ,.;:)]|$)/gu)?.length ?? 0) >= 5;
}
