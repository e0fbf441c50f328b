import { getElementAt } from '@context-sync/base';
/** A line of the document with its line number, counted from 1. */
export interface SourceLine {
  readonly text: string;
  readonly number: number;
}

const PAGE_FOOTER = /\[Page \d{1,6}\][ \t]*$/;

/**
 * Removes form feeds and the repeated lines of printed pages: a footer that ends in `[Page 7]`, and the first line of a page if at least one more
 * page begins with it. Removed lines become blank.
 */
export function removePageBreaks(text: string): SourceLine[] {
  const lines = text.split('\n');
  const breakLines = lines.flatMap((line, index) => (line.includes('\f') ? [index] : []));
  const droppedLines = new Set<number>();
  const countsByTop = new Map<string, number[]>();
  for (const index of breakLines) {
    for (const candidate of [index, index - 1, index - 2]) {
      if (PAGE_FOOTER.test((lines[candidate] ?? '').replaceAll('\f', '').slice(-200))) droppedLines.add(candidate);
    }
    const nextTextLine = getTextAfterFormFeed(getElementAt(lines, index)) === '' ? index + 1 : index;
    const top = getTextAfterFormFeed(lines[nextTextLine] ?? '');
    if (top !== '') countsByTop.set(top, [...(countsByTop.get(top) ?? []).slice(-1), nextTextLine]);
    const knownCount = countsByTop.get(top);
    if (knownCount && knownCount.length > 1) for (const line of knownCount) droppedLines.add(line);
  }
  return lines.flatMap((line, index) =>
    droppedLines.has(index)
      ? [{ text: '', number: index + 1 }]
      : [{ text: line.replaceAll('\f', ''), number: index + 1 }],
  );
}

function getTextAfterFormFeed(line: string): string {
  return line.slice(line.lastIndexOf('\f') + 1).trim();
}
