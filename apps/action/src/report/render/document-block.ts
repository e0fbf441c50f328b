import {
  type ChangedDocument,
  type ChangeRow,
  describeChange,
  describeChanges,
  isSending,
  type Tense,
} from '../changes.ts';
import { codeBlock } from '../text/fenced.ts';
import { inlineCode } from '../text/safe-text.ts';
import { tableHead, tableRow } from '../text/table.ts';
import { formatLineRange, formatNumber, pluralize } from '../wording.ts';

/** A document with its rows written out, as they are put together many times over to find what fits. */
export interface RenderedDocument {
  /** `docs/limits.md` as code. */
  readonly name: string;
  /** `2 to create, 1 to update` */
  readonly words: string;
  readonly rows: readonly string[];
  /** The rows whose text is sent. */
  readonly sending: readonly ChangeRow[];
}

/** How much of a document is shown. */
export interface BlockOptions {
  readonly isOpen: boolean;
  /** Most rows of the table. */
  readonly rows: number;
  /** Which items' texts are shown in full. Default: none, and it is not said that there are any. */
  readonly texts?: ReadonlySet<ChangeRow>;
}

const HEAD = tableHead(['Change', 'Item', 'Characters:', 'Lines:']);

export function renderDocumentRows({ path, isGone, rows }: ChangedDocument, tense: Tense): RenderedDocument {
  return {
    name: inlineCode(path),
    words: `${describeChanges(rows, tense)}${isGone ? '; the document is gone' : ''}`,
    rows: rows.map((row) => changeRow(row, tense)),
    sending: rows.filter(isSending),
  };
}

/** The changes of one document: a line that can be unfolded to a table, and the texts, folded in their turn. */
export function documentBlock(document: RenderedDocument, { isOpen, rows, texts }: BlockOptions): string {
  const left = Math.max(0, document.rows.length - rows);
  return [
    `<details${isOpen ? ' open' : ''}><summary>${document.name}: ${document.words}</summary>`,
    [HEAD, ...document.rows.slice(0, rows)].join('\n'),
    ...(left > 0 ? [`… and ${formatNumber(left)} more in this document.`] : []),
    ...(texts ? textsBlock(document.sending, texts) : []),
    '</details>',
  ].join('\n\n');
}

function changeRow(row: ChangeRow, tense: Tense): string {
  const { title, item } = row;
  const isPublic = item?.public === true ? ' · public' : '';
  return tableRow([
    describeChange(row, tense),
    `${inlineCode(title)}${isPublic}`,
    item ? formatNumber(item.content.length) : '',
    item ? formatLineRange(item.lines) : '',
  ]);
}

function textsBlock(sending: readonly ChangeRow[], texts: ReadonlySet<ChangeRow>): string[] {
  const shown = sending.filter((row) => texts.has(row));
  if (shown.length === 0) return [];
  const left = sending.length - shown.length;
  const more = left > 0 ? `; ${formatNumber(left)} more left out here, as too long` : '';
  return [
    `<details><summary>Text of ${pluralize(shown.length, 'item')} as it will be embedded${more}</summary>`,
    ...shown.map(itemText),
    '</details>',
  ];
}

function itemText({ title, item }: ChangeRow): string {
  return `${inlineCode(title)}\n\n${codeBlock(item?.content ?? '')}`;
}
