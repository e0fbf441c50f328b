/** Block characters from one eighth to the whole. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of block characters, which GitHub shows everywhere and needs nothing for; `width` of them stand for `most`. Never nothing for something. */
export function bar(value: number, most: number, width = 20): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}
