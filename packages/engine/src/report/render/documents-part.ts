import { type ChangedDocument, type ChangeRow, isSending, type PlanTense } from '../describe-changes.ts';
import { formatNumber, pluralize } from '../report-wording.ts';
import type { LinkBase } from '../text/markdown-link.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { type OldItems, type RenderedDocument, renderDocumentBlock, renderDocumentRows } from './document-block.ts';
import { type Measure, type ReportPart, renderLargestFitting } from './report-part.ts';

export interface DocumentsOptions {
  readonly heading: string;
  readonly tense: PlanTense;
  /** Whether many documents are preceded by a list of those with the most changes. Default: true */
  readonly listsMostChanged?: boolean;
  readonly withTexts: boolean;
  readonly measure: Measure;
  /** Targets of links to files. By default, there are no links. */
  readonly links?: LinkBase;
  /** End of the sentence about omitted rows, which refers to the complete list, such as `see the log`. */
  readonly elsewhere: string;
  /** The items at the base commit, with which updated items are compared. */
  readonly oldItems?: OldItems;
}

/** The maximum number of rows with which the tables are initially open. */
const MAX_OPEN_ROWS = 40;
/** The maximum number of documents that are listed directly. More documents are collapsed below a list of the documents with the most changes. */
const MAX_UNFOLDED_DOCUMENTS = 30;
const MAX_NAMED_DOCUMENTS = 10;
/** The minimum number of rows per table. With fewer rows, the documents are listed without tables. */
const MIN_TABLE_ROWS = 3;

/**
 * Renders the changes by document. If space is limited, omits the longest texts first, then rows of the longest tables, then all tables, and finally
 * documents.
 */
export function renderDocumentsPart(documents: readonly ChangedDocument[], options: DocumentsOptions): ReportPart {
  if (documents.length === 0) return { render: () => '' };
  const { tense, withTexts, measure, elsewhere, links, oldItems = new Map(), listsMostChanged = true } = options;
  const renderedDocuments = documents.map((document) => renderDocumentRows(document, tense, links));
  const allRows = documents.flatMap(({ rows }) => rows);
  const heading = [options.heading, ...getLegend(allRows)].filter((text) => text !== '').join('\n\n');
  const sendingRows = withTexts ? allRows.filter(isSending).toSorted((a, b) => getLength(a) - getLength(b)) : [];
  const mostRows = Math.max(...documents.map(({ rows }) => rows.length));
  const isOpen = allRows.length <= MAX_OPEN_ROWS;
  const mostChanged = listsMostChanged ? [renderMostChanged(renderedDocuments)] : [];
  const frameTable = (body: string, note?: string) =>
    frameBlock(renderedDocuments.length, mostChanged, heading, [note ?? '', body]);

  const renderTexts = (number: number): string => {
    const texts = new Set(sendingRows.slice(0, number));
    const omittedCount = sendingRows.length - number;
    const blocks = renderedDocuments.map((each) =>
      renderDocumentBlock(each, { isOpen, rows: mostRows, texts, oldItems }),
    );
    const note = `The text of ${pluralize(omittedCount, 'item')} is too long to show here; ${elsewhere}.`;
    return frameTable(blocks.join('\n\n'), omittedCount === 0 ? undefined : note);
  };
  const renderRows = (rows: number): string => {
    const truncatedCount = renderedDocuments.filter((document) => document.rows.length > rows).length;
    const blocks = renderedDocuments.map((each) => renderDocumentBlock(each, { isOpen, rows }));
    const note = `The tables of ${pluralize(truncatedCount, 'document')} are truncated${withTexts ? ', and texts are omitted' : ''}; ${elsewhere}.`;
    return frameTable(blocks.join('\n\n'), note);
  };
  const listChanges = (number: number): string => {
    const listedRows = renderedDocuments.slice(number);
    const items = listedRows.reduce((sum, { rows }) => sum + rows.length, 0);
    const rows = renderedDocuments.slice(0, number).map(({ name, words }) => formatTableRow([name, words]));
    const changesTable = number === 0 ? '' : [formatTableHead(['Document', 'Changes']), ...rows].join('\n');
    const omittedNote =
      listedRows.length === 0
        ? ''
        : `, and ${pluralize(listedRows.length, 'document')} with ${pluralize(items, 'change')} are omitted`;
    return frameTable(changesTable, `There are too many changes to list every item${omittedNote}; ${elsewhere}.`);
  };
  return {
    render: (limit) => {
      const isWithinLimit = (text: string) => measure(text) <= limit;
      const bareText = renderTexts(0);
      if (isWithinLimit(bareText))
        return renderLargestFitting(findFirstFit(sendingRows, limit), isWithinLimit, renderTexts);
      const shortestTable = renderRows(MIN_TABLE_ROWS);
      if (isWithinLimit(shortestTable))
        return renderLargestFitting(mostRows, isWithinLimit, (rows) => renderRows(Math.max(rows, MIN_TABLE_ROWS)));
      return renderLargestFitting(documents.length, isWithinLimit, listChanges);
    },
  };
}

/** Explanations, by kind of change, of the items that remain on a platform whose API cannot update or delete items. */
const LEGEND: Readonly<Partial<Record<ChangeRow['kind'], string>>> = {
  supersede: 'The API of the platform cannot update items: the old version stays there until you delete it.',
  defer:
    'These items differ only in URLs. The API of the platform cannot update items, so the change is sent when their text changes.',
  orphan: 'The API of the platform cannot delete items: orphaned items stay there until you delete them.',
};

function getLegend(rows: readonly ChangeRow[]): string[] {
  const kinds = new Set(rows.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => LEGEND[kind] ?? []);
}

function frameBlock(
  documents: number,
  mostChanged: readonly string[],
  heading: string,
  [note, body]: readonly [note: string, body: string],
): string {
  const isFolded = documents > MAX_UNFOLDED_DOCUMENTS && body !== '';
  const title = `<details><summary>All ${pluralize(documents, 'document')}</summary>`;
  const innerLines = isFolded ? [...mostChanged, title, body, '</details>'] : [body];
  return [heading, note, ...innerLines].filter((text) => text !== '').join('\n\n');
}

/** Renders the documents with the most changes. */
function renderMostChanged(documents: readonly RenderedDocument[]): string {
  const largestDocuments = documents.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, MAX_NAMED_DOCUMENTS);
  const rows = largestDocuments.map(({ name, rows: { length } }) => formatTableRow([name, formatNumber(length)]));
  return [formatTableHead(['Most changed', 'Items:']), ...rows].join('\n');
}

/** Returns the maximum number of texts that can fit, starting with the shortest text, so that texts that cannot fit are not rendered. */
function findFirstFit(sendingRows: readonly ChangeRow[], limit: number): number {
  let length = 0;
  const firstFit = sendingRows.findIndex((row) => {
    length += getLength(row);
    // The estimate allows twice the limit, because line breaks may become shorter.
    return length > 2 * limit;
  });
  return firstFit < 0 ? sendingRows.length : firstFit;
}

function getLength({ item }: ChangeRow): number {
  return item?.content.length ?? 0;
}
