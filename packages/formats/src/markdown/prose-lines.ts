import { getElementAt } from '@context-sync/base';
import { findCodeSpans } from './inline-spans.ts';

const FENCE_PATTERN = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;

/** Calls `visit` with the index of every line outside of fenced code. `visit` returns the last line that it consumed. */
export function visitProseLines(lines: readonly string[], visit: (line: string, index: number) => number): void {
  let fence = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = getElementAt(lines, index);
    const mark = line.includes('```') || line.includes('~~~') ? FENCE_PATTERN.exec(line)?.[1] : undefined;
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.replace(/^[\s>]+/, '').trimEnd() === mark) fence = '';
    } else if (
      mark !== undefined &&
      !(mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`'))
    )
      fence = mark;
    else index = Math.max(visit(line, index), index);
  }
}

/** Replaces the matches of a pattern in a line, except within inline code. The pattern must be global. */
export function replaceOutsideCode(
  line: string,
  pattern: RegExp,
  replace: (...groups: (string | undefined)[]) => string,
): string {
  const code = line.includes('`') ? [...findCodeSpans(line)] : [];
  return line.replaceAll(pattern, (sourceText: string, ...rest: unknown[]) => {
    const offset = rest.find((each) => typeof each === 'number') ?? 0;
    const isInCode = code.some(([start, end]) => offset >= start && offset < end);
    return isInCode ? sourceText : replace(sourceText, ...rest.filter((each) => typeof each !== 'number').map(toText));
  });
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
