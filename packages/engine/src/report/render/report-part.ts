import { getElementAt } from '@context-sync/base';
import { formatNumber } from '../report-wording.ts';

/** The size limit of the job summary in bytes. GitHub rejects summaries over 1 MiB. */
export const MAX_SUMMARY_BYTES = 900_000;

/** A part of a text that can be shortened by omitting rows. */
export interface ReportPart {
  /**
   * Renders the part within `limit`, with the number of omitted rows. Returns an empty string if the part is empty. If `limit` is less than a few hundred,
   * the result may be longer than the limit.
   */
  render(limit: number): string;
}

/** A function that measures a length in the unit of the limit: bytes or UTF-16 units. */
export type Measure = (text: string) => number;

export const countBytes: Measure = (text) => Buffer.byteLength(text);
export const countCharacters: Measure = (text) => text.length;

const PART_SEPARATOR = '\n\n';

/** Joins the parts within `limit`. If they are too long, shortens the longest parts to a common length. */
export function joinParts(parts: readonly ReportPart[], limit: number, measure: Measure): string {
  // A part that exceeds the whole limit is shortened before it is rendered, to save time.
  const renderedParts = parts.map((part) => part.render(limit - 1 - PART_SEPARATOR.length));
  const sizes = renderedParts.map((text) => (text === '' ? 0 : measure(text) + PART_SEPARATOR.length));
  // The line break at the end takes one unit of the limit.
  const level = findCommonLimit(sizes, limit - 1);
  const texts = parts.map((part, index) =>
    getElementAt(sizes, index) <= level ? renderedParts[index] : part.render(level - PART_SEPARATOR.length),
  );
  return texts
    .filter((text) => text !== undefined && text !== '')
    .join(PART_SEPARATOR)
    .concat('\n');
}

/** Returns the maximum size of a part so that all parts fit the limit. */
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

/** Returns the rendering for the largest number from 0 to `most` that fits, found by binary search. If none fits, returns the rendering for 0. */
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

/** Content of a table that can be shortened between rows. */
export interface RowsPartOptions {
  /** Heading and introduction above the table. */
  readonly before: string;
  /** Head of the table. It is omitted if there are no rows. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly after?: string;
  /** End of the sentence about omitted rows, which refers to the complete list, such as `see the log`. */
  readonly elsewhere: string;
  readonly measure: Measure;
  /** The maximum number of rows. Default: no maximum. */
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
  const render = (shownCount: number): string => {
    const omittedRows = rows.length - shownCount;
    const omittedNote =
      omittedRows === 0
        ? undefined
        : `${shownCount === 0 ? `There are ${formatNumber(omittedRows)}` : `… and ${formatNumber(omittedRows)} more`}; ${elsewhere}.`;
    const table = shownCount === 0 ? undefined : [head, ...rows.slice(0, shownCount)].join('\n');
    return [before, table, omittedNote, after].filter((text) => text !== undefined && text !== '').join(PART_SEPARATOR);
  };
  return {
    render: (limit) =>
      rows.length === 0
        ? ''
        : renderLargestFitting(Math.min(most, rows.length), (text) => measure(text) <= limit, render),
  };
}
