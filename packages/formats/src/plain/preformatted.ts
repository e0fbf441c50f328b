/** Longest part of a line that is looked at. */
const GLANCE = 500;

/** Whether the layout of the lines carries meaning: columns that are held apart by spaces, or the frame of a table or drawing. */
export function isPreformatted(block: readonly string[]): boolean {
  if (block.length < 2) return false;
  const telling = block.filter((line) => {
    const start = line.trim().slice(0, GLANCE);
    return /\S(?: {3,}|\t)\S/.test(start) || /^(?:\+[-=]|\|.*\|$)/.test(start) || /[\u2500-\u257f]/.test(start);
  });
  return telling.length * 3 >= block.length * 2;
}
