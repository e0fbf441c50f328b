const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Functions that mark a text for a terminal. */
export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>> & {
  /** Whether the functions change texts. */
  readonly isColored: boolean;
};

/** Creates the functions. Without colors, they return the text unchanged. */
export function createStyle(isColored: boolean): Style {
  const mark =
    ([start, end]: readonly [number, number]) =>
    (text: string) =>
      isColored && text !== '' ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return {
    isColored,
    bold: mark(CODES.bold),
    dim: mark(CODES.dim),
    red: mark(CODES.red),
    green: mark(CODES.green),
    yellow: mark(CODES.yellow),
    cyan: mark(CODES.cyan),
  };
}

/** Matches the sequences that the functions write, and no others. */
export const STYLE_SEQUENCE = new RegExp(`(\\u001b\\[(?:${[...new Set(Object.values(CODES).flat())].join('|')})m)`);
