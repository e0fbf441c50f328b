/** Block characters whose widths are one to seven eighths of a character. */
const BLOCK_CHARS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Renders a bar of block characters. The bar for the maximum value `most` has `width` characters, and the bar for a positive value is never empty.
 */
export function renderBar(value: number, most: number, width = 20): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + BLOCK_CHARS[eighths % 8];
}
