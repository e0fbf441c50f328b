import type { WantedItem } from '@context-sync/sync';
import type { Review } from '../../review/review-model.ts';
import {
  type ChangedDocument,
  type ChangeRow,
  describeChange,
  describeChanges,
  isSending,
  type PlanTense,
} from '../describe-changes.ts';
import { formatLineRange, formatNumber, pluralize } from '../report-wording.ts';
import { formatCodeBlock } from '../text/code-block.ts';
import { formatDifference } from '../text/item-difference.ts';
import { type LinkBase, linkToLines } from '../text/markdown-link.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatInlineCode } from '../text/safe-text.ts';

/** A document with its rendered rows. Different numbers of rows can be combined to determine how many of them fit. */
export interface RenderedDocument {
  /** The path of the document, formatted as code. */
  readonly name: string;
  /** The numbers of changes by kind, such as `2 to create, 1 to update`. */
  readonly words: string;
  readonly rows: readonly string[];
  /** Rows of the items whose text is sent. */
  readonly sending: readonly ChangeRow[];
}

/** The amount of detail that the block contains. */
export interface BlockOptions {
  readonly isOpen: boolean;
  /** The maximum number of rows in the table. */
  readonly rows: number;
  /** Items whose texts the block contains. Default: none. */
  readonly texts?: ReadonlySet<ChangeRow>;
  /** Items with which the texts of updated items are compared. Default: none. */
  readonly oldItems?: OldItems;
}

/** The items at the base commit by path and key. */
export type OldItems = Review['oldItems'];

/** Maximum number of characters of a difference in the summary. */
const MAX_DIFFERENCE_CHARACTERS = 4_000;

const TABLE_HEAD = formatTableHead(['Change', 'Item', 'Characters:', 'Lines:']);

export function renderDocumentRows(
  { path, isDeleted, rows }: ChangedDocument,
  tense: PlanTense,
  links?: LinkBase,
): RenderedDocument {
  return {
    name: formatInlineCode(path),
    words: `${describeChanges(rows, tense)}${isDeleted ? '; the document was deleted' : ''}`,
    rows: rows.map((row) => renderChangeRow(row, tense, links)),
    sending: rows.filter(isSending),
  };
}

/** Renders the changes of one document as a collapsible table with collapsed texts. */
export function renderDocumentBlock(
  document: RenderedDocument,
  { isOpen, rows, texts, oldItems = new Map() }: BlockOptions,
): string {
  const omittedRows = Math.max(0, document.rows.length - rows);
  return [
    `<details${isOpen ? ' open' : ''}><summary>${document.name}: ${document.words}</summary>`,
    [TABLE_HEAD, ...document.rows.slice(0, rows)].join('\n'),
    ...(omittedRows > 0 ? [`… and ${formatNumber(omittedRows)} more in this document.`] : []),
    ...(texts ? renderItemTexts(document.sending, texts, oldItems) : []),
    '</details>',
  ].join('\n\n');
}

function renderChangeRow(row: ChangeRow, tense: PlanTense, links: LinkBase | undefined): string {
  const { path, title, item } = row;
  const lines = item ? formatLineRange(item.lines) : '';
  const isPublic = item?.public === true ? ' · public' : '';
  return formatTableRow([
    describeChange(row, tense),
    `${formatInlineCode(title)}${isPublic}`,
    item ? formatNumber(item.content.length) : '',
    item && links ? linkToLines(lines, links, path, item.lines) : lines,
  ]);
}

function renderItemTexts(
  sentRows: readonly ChangeRow[],
  shownRows: ReadonlySet<ChangeRow>,
  oldItems: OldItems,
): string[] {
  const rowsWithText = sentRows.filter((row) => shownRows.has(row));
  if (rowsWithText.length === 0) return [];
  const omittedCount = sentRows.length - rowsWithText.length;
  const omittedNote = omittedCount > 0 ? `; ${formatNumber(omittedCount)} more are too long to show here` : '';
  // At a first sync, items are new although the base commit has the same text.
  const isCompared = ({ path, key, item }: ChangeRow) =>
    (oldItems.get(path)?.get(key)?.content ?? item?.content) !== item?.content;
  const comparedCount = rowsWithText.filter(isCompared).length;
  const texts = rowsWithText.length - comparedCount;
  const title = [
    ...(comparedCount > 0 ? [`Difference of ${pluralize(comparedCount, 'item')}`] : []),
    ...(texts > 0 ? [`${comparedCount > 0 ? 'text' : 'Text'} of ${pluralize(texts, 'item')}`] : []),
  ].join(', ');
  return [
    `<details><summary>${title}${omittedNote}</summary>`,
    ...rowsWithText.map((row) => renderItemText(row, oldItems.get(row.path)?.get(row.key))),
    '</details>',
  ];
}

function renderItemText({ title, item }: ChangeRow, oldItem: WantedItem | undefined): string {
  const content = item?.content ?? '';
  const text =
    oldItem && oldItem.content !== content
      ? formatDifference(oldItem.content, content, MAX_DIFFERENCE_CHARACTERS)
      : formatCodeBlock(content);
  return `${formatInlineCode(title)}\n\n${text}`;
}
