import { formatNumber } from '../wording.ts';

/** Most bytes of a summary: GitHub shows none of over 1 MiB at all. */
export const MAX_SUMMARY_BYTES = 900_000;

/** A part of a text that can be made shorter at the borders of its rows. */
export interface Part {
  /**
   * The part in at most `limit`; whole where it fits, and empty where there is nothing to tell. What is left out is said. Never shorter than
   * a line or two, so only a limit under a few hundred is not kept.
   */
  render(limit: number): string;
}

/** The length that a limit speaks of: bytes, or UTF-16 units. */
export type Measure = (text: string) => number;

export const inBytes: Measure = (text) => Buffer.byteLength(text);
export const inCharacters: Measure = (text) => text.length;

/** Between two parts. */
const GAP = '\n\n';

/** Joins the parts to at most `limit`. Where they are too long, the longest are cut, down to the length at which all fit. */
export function joinParts(parts: readonly Part[], limit: number, measure: Measure): string {
  // No part can be longer than all of it, so a part that is far too long need not be made in full.
  const whole = parts.map((part) => part.render(limit - 1 - GAP.length));
  const sizes = whole.map((text) => (text === '' ? 0 : measure(text) + GAP.length));
  // One for the line end after the last part.
  const level = commonLimit(sizes, limit - 1);
  const texts = parts.map((part, index) =>
    (sizes[index] ?? 0) <= level ? whole[index] : part.render(level - GAP.length),
  );
  return texts
    .filter((text) => text !== undefined && text !== '')
    .join(GAP)
    .concat('\n');
}

/** The size that every size must be cut to, so that they add up to the limit and no more is cut than must be. */
function commonLimit(sizes: readonly number[], limit: number): number {
  let left = limit;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** The rendering for the largest number from 0 to `most` that fits; that for 0 where none does. Longer numbers give longer texts. */
export function renderLargestFitting(
  most: number,
  fits: (text: string) => boolean,
  render: (number: number) => string,
): string {
  const all = render(most);
  if (fits(all)) return all;
  let best = render(0);
  let [low, high] = [1, most - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const text = render(middle);
    if (fits(text)) {
      best = text;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/** A part that is shown as it is; for a few lines of our own. */
export function staticPart(text: string): Part {
  return { render: () => text };
}

/** Rows under a head, cut between two of them. */
export interface Rows {
  /** Heading and explanation. */
  readonly before: string;
  /** The head of the table, left out where no row is shown. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly after?: string;
  /** Where the rest can be found, as the end of a sentence. */
  readonly elsewhere: string;
  readonly measure: Measure;
  /** Most rows that are shown however much room there is. Default: all. */
  readonly most?: number;
}

/** A heading, a table, and what is to be done about it. No rows, no part. */
export function rowsPart({ before, head, rows, after, elsewhere, measure, most = rows.length }: Rows): Part {
  const render = (shown: number): string => {
    const left = rows.length - shown;
    const more =
      left === 0
        ? undefined
        : `${shown === 0 ? `There are ${formatNumber(left)}` : `… and ${formatNumber(left)} more`}; ${elsewhere}.`;
    const table = shown === 0 ? undefined : [head, ...rows.slice(0, shown)].join('\n');
    return [before, table, more, after].filter((text) => text !== undefined && text !== '').join(GAP);
  };
  return {
    render: (limit) =>
      rows.length === 0
        ? ''
        : renderLargestFitting(Math.min(most, rows.length), (text) => measure(text) <= limit, render),
  };
}
