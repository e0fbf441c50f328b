import { type ChangedDocument, type ChangeRow, isSending, type Tense } from '../changes.ts';
import { tableHead, tableRow } from '../text/table.ts';
import { formatNumber, pluralize } from '../wording.ts';
import { bar } from './bar.ts';
import { documentBlock, type RenderedDocument, renderDocumentRows } from './document-block.ts';
import { type Measure, type Part, renderLargestFitting } from './part.ts';

export interface DocumentsOptions {
  readonly heading: string;
  readonly tense: Tense;
  readonly withTexts: boolean;
  readonly measure: Measure;
  /** Where all changes can be found. */
  readonly elsewhere: string;
}

/** Up to so many rows in all, the tables are open from the first. */
const MAX_OPEN_ROWS = 40;
/** More documents than this are folded away as a whole, and the most changed ones are named before them. */
const MAX_UNFOLDED_DOCUMENTS = 30;
const MAX_NAMED_DOCUMENTS = 10;
/** A table that would be cut to fewer rows than this is not worth its head: the document gets a line in a list. */
const MIN_TABLE_ROWS = 3;

/**
 * What changes, by document. Where there is too little room, the longest texts are left out first, then the rows of the longest tables, then
 * all tables, and at last documents.
 */
export function documentsPart(documents: readonly ChangedDocument[], options: DocumentsOptions): Part {
  if (documents.length === 0) return { render: () => '' };
  const { heading, tense, withTexts, measure, elsewhere } = options;
  const written = documents.map((document) => renderDocumentRows(document, tense));
  const all = documents.flatMap(({ rows }) => rows);
  const byLength = withTexts ? all.filter(isSending).toSorted((a, b) => lengthOf(a) - lengthOf(b)) : [];
  const mostRows = Math.max(...documents.map(({ rows }) => rows.length));
  const isOpen = all.length <= MAX_OPEN_ROWS;
  const framed = (body: string, note?: string) => frame(written, heading, body, note);

  const withText = (number: number): string => {
    const texts = new Set(byLength.slice(0, number));
    const left = byLength.length - number;
    const blocks = written.map((each) => documentBlock(each, { isOpen, rows: mostRows, texts }));
    const note = `The text of ${pluralize(left, 'item')} is left out here, as there is too much of it; ${elsewhere}.`;
    return framed(blocks.join('\n\n'), left === 0 ? undefined : note);
  };
  const withRows = (rows: number): string => {
    const cut = written.filter((document) => document.rows.length > rows).length;
    const blocks = written.map((each) => documentBlock(each, { isOpen, rows }));
    const note = `The tables of ${pluralize(cut, 'document')} are cut${withTexts ? ', and texts left out' : ''}; ${elsewhere}.`;
    return framed(blocks.join('\n\n'), note);
  };
  const listed = (number: number): string => {
    const left = written.slice(number);
    const items = left.reduce((sum, { rows }) => sum + rows.length, 0);
    const rows = written.slice(0, number).map(({ name, words }) => tableRow([name, words]));
    const list = number === 0 ? '' : [tableHead(['Document', 'Changes']), ...rows].join('\n');
    const more =
      left.length === 0
        ? ''
        : `, and ${pluralize(left.length, 'document')} with ${pluralize(items, 'change')} are left out`;
    return framed(list, `There is too much to show it item by item${more}; ${elsewhere}.`);
  };
  return {
    render: (limit) => {
      const fits = (text: string) => measure(text) <= limit;
      const bare = withText(0);
      if (fits(bare)) return renderLargestFitting(worthTrying(byLength, limit), fits, withText);
      const fewest = withRows(MIN_TABLE_ROWS);
      if (fits(fewest)) return renderLargestFitting(mostRows, fits, (rows) => withRows(Math.max(rows, MIN_TABLE_ROWS)));
      return renderLargestFitting(documents.length, fits, listed);
    },
  };
}

function frame(
  documents: readonly RenderedDocument[],
  heading: string,
  body: string,
  note: string | undefined,
): string {
  const isFolded = documents.length > MAX_UNFOLDED_DOCUMENTS && body !== '';
  const title = `<details><summary>All ${pluralize(documents.length, 'document')}</summary>`;
  const inside = isFolded ? [mostChanged(documents), title, body, '</details>'] : [body];
  return [heading, note ?? '', ...inside].filter((text) => text !== '').join('\n\n');
}

/** The documents with the most changes, with bars. */
function mostChanged(documents: readonly RenderedDocument[]): string {
  const named = documents.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, MAX_NAMED_DOCUMENTS);
  const [most = 0, least = 0] = [named[0]?.rows.length, named.at(-1)?.rows.length];
  // Bars of one length would say nothing.
  const drawn = (length: number) => (most === least ? [] : [bar(length, most)]);
  const rows = named.map(({ name, rows: { length } }) => tableRow([name, formatNumber(length), ...drawn(length)]));
  return [tableHead(['Most changed', 'Items:', ...(most === least ? [] : [''])]), ...rows].join('\n');
}

/** How many of the texts, the shortest first, could fit at all; spares the work of writing out megabytes to see that they do not. */
function worthTrying(byLength: readonly ChangeRow[], limit: number): number {
  let length = 0;
  const first = byLength.findIndex((row) => {
    length += lengthOf(row);
    // Twice, as line ends may become shorter.
    return length > 2 * limit;
  });
  return first < 0 ? byLength.length : first;
}

function lengthOf({ item }: ChangeRow): number {
  return item?.content.length ?? 0;
}
