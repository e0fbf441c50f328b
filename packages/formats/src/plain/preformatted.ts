/** Maximum number of characters per line that are examined. */
const MAX_EXAMINED_LENGTH = 500;

/** Returns whether the layout of the lines is significant: columns separated by spaces, or the borders of a table or drawing. */
export function isPreformatted(block: readonly string[]): boolean {
  if (block.length < 2) return false;
  const structuredLines = block.filter((line) => {
    const start = line.trim().slice(0, MAX_EXAMINED_LENGTH);
    return /\S(?: {3,}|\t)\S/.test(start) || /^(?:\+[-=]|\|.*\|$)/.test(start) || /[\u2500-\u257f]/.test(start);
  });
  return structuredLines.length * 3 >= block.length * 2;
}
