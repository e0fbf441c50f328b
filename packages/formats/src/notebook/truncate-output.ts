/** Longest output that stands in full, in UTF-16 units. */
const LIMIT = 2_000;

/**
 * Shortens a long output to its first lines, and a line that says how much is left out.
 *
 * @param gap Lines that stand before that one.
 */
export function shorten(lines: readonly string[], gap: readonly string[]): readonly string[] {
  let length = 0;
  for (const [index, line] of lines.entries()) {
    if (length + line.length > LIMIT) return cut(lines, index, LIMIT - length, gap);
    length += line.length + 1;
  }
  return lines;
}

/** @param room How much of the line at `index` fits. */
function cut(lines: readonly string[], index: number, room: number, gap: readonly string[]): readonly string[] {
  const line = lines[index] ?? '';
  if (index > 0) return [...lines.slice(0, index), ...gap, `… ${count(lines.length - index, 'line')} left out`];
  const shown = withoutHalf(line.slice(0, room));
  const more = lines.length > 1 ? ` and ${count(lines.length - 1, 'line')}` : '';
  return [shown, ...gap, `… ${count(line.length - shown.length, 'character')}${more} left out`];
}

function count(number: number, what: string): string {
  return `${number} more ${what}${number === 1 ? '' : 's'}`;
}

/** The text without the first half of a character at its end. */
function withoutHalf(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
