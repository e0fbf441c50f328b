import { getElementAt } from '@context-sync/base';
import { formatNumber } from '../report-wording.ts';

/** The size limit of the job summary in bytes. GitHub rejects a job summary over 1 MiB. */
export const MAX_SUMMARY_BYTES = 900_000;

/** A part of a text that can be shortened by omitting rows. */
export interface ReportPart {
  /**
   * Renders the part within `limit`, and states how much was omitted. Returns an empty string if the part is empty. The result may exceed a
   * limit of less than a few hundred.
   */
  render(limit: number): string;
}

/** Measures a length in the unit of the limit: bytes or UTF-16 units. */
export type Measure = (text: string) => number;

export const countBytes: Measure = (text) => Buffer.byteLength(text);
export const countCharacters: Measure = (text) => text.length;

const PART_SEPARATOR = '\n\n';

/** Joins the parts within `limit`. If the parts are too long, the longest parts are shortened to a common length. */
export function joinParts(parts: readonly ReportPart[], limit: number, measure: Measure): string {
  // A part that exceeds the whole limit is not rendered completely.
  const renderedParts = parts.map((part) => part.render(limit - 1 - PART_SEPARATOR.length));
  const sizes = renderedParts.map((text) => (text === '' ? 0 : measure(text) + PART_SEPARATOR.length));
  // The final line break requires one unit of the limit.
  const level = findCommonLimit(sizes, limit - 1);
  const texts = parts.map((part, index) =>
    getElementAt(sizes, index) <= level ? renderedParts[index] : part.render(level - PART_SEPARATOR.length),
  );
  return texts
    .filter((text) => text !== undefined && text !== '')
    .join(PART_SEPARATOR)
    .concat('\n');
}

/** Returns the maximum size per part with which all parts fit the limit. */
function findCommonLimit(sizes: readonly number[], limit: number): number {
  let remainingChars = limit;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(remainingChars / (ascending.length - index));
    if (size > share) return share;
    remainingChars -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Returns the rendering for the largest number from 0 to `most` whose result fits, found by binary search. If no result fits, returns the
 * rendering for 0.
 */
export function renderLargestFitting(
  most: number,
  fits: (text: string) => boolean,
  render: (number: number) => string,
): string {
  const fullText = render(most);
  if (fits(fullText)) return fullText;
  let bestRendering = render(0);
  let [low, high] = [1, most - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const text = render(middle);
    if (fits(text)) {
      bestRendering = text;
      low = middle + 1;
    } else high = middle - 1;
  }
  return bestRendering;
}

/** Returns a part that is never shortened, for a text of a few lines. */
export function createStaticPart(text: string): ReportPart {
  return { render: () => text };
}

/** A table that can be shortened between rows. */
export interface RowsPartOptions {
  /** Heading and introduction of the table. */
  readonly before: string;
  /** The head of the table, which is omitted if there are no rows. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly after?: string;
  /** The place where the omitted rows are listed, as the words that end a sentence. */
  readonly elsewhere: string;
  readonly measure: Measure;
  /** The maximum number of rows. By default, there is no maximum. */
  readonly most?: number;
}

/** Returns a part with a heading, a table and a text after the table. The part is empty if there are no rows. */
export function createRowsPart({
  before,
  head,
  rows,
  after,
  elsewhere,
  measure,
  most = rows.length,
}: RowsPartOptions): ReportPart {
  const render = (shown: number): string => {
    const omittedRows = rows.length - shown;
    const omittedNote =
      omittedRows === 0
        ? undefined
        : `${shown === 0 ? `There are ${formatNumber(omittedRows)}` : `… and ${formatNumber(omittedRows)} more`}; ${elsewhere}.`;
    const table = shown === 0 ? undefined : [head, ...rows.slice(0, shown)].join('\n');
    return [before, table, omittedNote, after].filter((text) => text !== undefined && text !== '').join(PART_SEPARATOR);
  };
  return {
    render: (limit) =>
      rows.length === 0
        ? ''
        : renderLargestFitting(Math.min(most, rows.length), (text) => measure(text) <= limit, render),
  };
}
