/** A line of the document; `number` counts from 1. */
export interface SourceLine {
  readonly text: string;
  readonly number: number;
}

const FOOTER = /\[Page \d{1,6}\][ \t]*$/;

/**
 * The lines without form feeds, and without what printed pages repeat around them: a footer that ends in `[Page 7]`, and the line at the top of
 * the next page where at least one more page begins with the same.
 */
export function withoutPageBreaks(text: string): SourceLine[] {
  const lines = text.split('\n');
  const broken = lines.flatMap((line, index) => (line.includes('\f') ? [index] : []));
  const dropped = new Set<number>();
  const tops = new Map<string, number[]>();
  for (const index of broken) {
    for (const near of [index, index - 1, index - 2]) {
      if (FOOTER.test((lines[near] ?? '').replaceAll('\f', '').slice(-200))) dropped.add(near);
    }
    const below = textBehindFormFeed(lines[index] ?? '') === '' ? index + 1 : index;
    const top = textBehindFormFeed(lines[below] ?? '');
    if (top !== '') tops.set(top, [...(tops.get(top) ?? []).slice(-1), below]);
    const known = tops.get(top);
    if (known && known.length > 1) for (const line of known) dropped.add(line);
  }
  return lines.flatMap((line, index) =>
    dropped.has(index) ? [{ text: '', number: index + 1 }] : [{ text: line.replaceAll('\f', ''), number: index + 1 }],
  );
}

function textBehindFormFeed(line: string): string {
  return line.slice(line.lastIndexOf('\f') + 1).trim();
}
