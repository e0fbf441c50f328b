import { elementAt } from '@context-sync/base';

/** Maximum length of an output, in UTF-16 code units. */
const MAX_LENGTH = 2_000;
/** How much of it is kept at the end, where results and errors are. */
const MAX_END_LENGTH = 600;

/**
 * Cuts the middle out of a long output, and puts a line with the amount that was left out in its place.
 *
 * @param gap Lines to insert around that line.
 */
export function truncate(lines: readonly string[], gap: readonly string[]): readonly string[] {
  const length = lines.reduce((sum, line) => sum + line.length + 1, -1);
  if (length <= MAX_LENGTH) return lines;
  const within = linesWithin(lines, MAX_LENGTH);
  if (within === 0) return truncateFirst(lines, gap);
  const head = Math.max(linesWithin(lines, MAX_LENGTH - MAX_END_LENGTH), 1);
  // A table continues after the gap only with its header, so it keeps the first rows.
  const end = gap.length > 0 ? 0 : linesWithin(lines.slice(head).reverse(), MAX_END_LENGTH);
  const kept = gap.length > 0 ? within : head;
  const note = `… ${pluralize(lines.length - kept - end, 'line')} left out`;
  return [...lines.slice(0, kept), ...gap, note, ...lines.slice(lines.length - end)];
}

/** Number of lines at the start that fit the length. */
function linesWithin(lines: readonly string[], limit: number): number {
  let length = 0;
  for (const [index, line] of lines.entries()) {
    length += line.length + 1;
    if (length > limit + 1) return index;
  }
  return lines.length;
}

/** Cuts off the end of a first line that is too long, and everything after it. */
function truncateFirst(lines: readonly string[], gap: readonly string[]): readonly string[] {
  const line = elementAt(lines, 0);
  const kept = trimHalfSurrogate(line.slice(0, MAX_LENGTH));
  const lineCount = lines.length > 1 ? ` and ${pluralize(lines.length - 1, 'line')}` : '';
  return [kept, ...gap, `… ${pluralize(line.length - kept.length, 'character')}${lineCount} left out`];
}

function pluralize(number: number, what: string): string {
  return `${number} more ${what}${number === 1 ? '' : 's'}`;
}

/** Removes half of a surrogate pair at the end of the text. */
function trimHalfSurrogate(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
