/** Maximum length of an output, in UTF-16 code units. */
const MAX_LENGTH = 2_000;

/**
 * Truncates a long output to its first lines, followed by a line with the amount that was left out.
 *
 * @param gap Lines to insert before that line.
 */
export function truncate(lines: readonly string[], gap: readonly string[]): readonly string[] {
  let length = 0;
  for (const [index, line] of lines.entries()) {
    if (length + line.length > MAX_LENGTH) return truncateAt(lines, index, MAX_LENGTH - length, gap);
    length += line.length + 1;
  }
  return lines;
}

/** @param room Number of characters of the line at `index` that fit. */
function truncateAt(lines: readonly string[], index: number, room: number, gap: readonly string[]): readonly string[] {
  const line = lines[index] ?? '';
  if (index > 0) return [...lines.slice(0, index), ...gap, `… ${pluralize(lines.length - index, 'line')} left out`];
  const kept = trimHalfSurrogate(line.slice(0, room));
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
