import { getElementAt } from '@context-sync/base';

/** Maximum length of an output, in UTF-16 code units. */
const MAX_LENGTH = 2_000;
/** Maximum number of characters that are kept at the end of the output, where results and errors are. */
const MAX_END_LENGTH = 600;

/**
 * Replaces the middle of a long output with a line that states how much was omitted.
 *
 * @param gap Lines to insert around that line.
 */
export function truncate(lines: readonly string[], gap: readonly string[]): readonly string[] {
  const length = lines.reduce((sum, line) => sum + line.length + 1, -1);
  if (length <= MAX_LENGTH) return lines;
  const maxLineCount = countLinesWithin(lines, MAX_LENGTH);
  if (maxLineCount === 0) return truncateFirst(lines, gap);
  const headLineCount = Math.max(countLinesWithin(lines, MAX_LENGTH - MAX_END_LENGTH), 1);
  // After the gap, a table would need its header again, so only its first rows are kept.
  const end = gap.length > 0 ? 0 : countLinesWithin(lines.slice(headLineCount).reverse(), MAX_END_LENGTH);
  const truncatedText = gap.length > 0 ? maxLineCount : headLineCount;
  const note = `… ${pluralize(lines.length - truncatedText - end, 'line')} omitted`;
  return [...lines.slice(0, truncatedText), ...gap, note, ...lines.slice(lines.length - end)];
}

/** Returns the number of lines, from the start, that fit into `limit` characters. */
function countLinesWithin(lines: readonly string[], limit: number): number {
  let length = 0;
  for (const [index, line] of lines.entries()) {
    length += line.length + 1;
    if (length > limit + 1) return index;
  }
  return lines.length;
}

/** Truncates a first line that is too long, and removes everything after that line. */
function truncateFirst(lines: readonly string[], gap: readonly string[]): readonly string[] {
  const line = getElementAt(lines, 0);
  const truncatedText = trimHalfSurrogate(line.slice(0, MAX_LENGTH));
  const lineCount = lines.length > 1 ? ` and ${pluralize(lines.length - 1, 'line')}` : '';
  return [truncatedText, ...gap, `… ${pluralize(line.length - truncatedText.length, 'character')}${lineCount} omitted`];
}

function pluralize(number: number, what: string): string {
  return `${number} more ${what}${number === 1 ? '' : 's'}`;
}

/** Removes half of a surrogate pair at the end of the text. */
function trimHalfSurrogate(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
