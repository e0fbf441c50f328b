import type { WantedItem } from '@context-sync/sync';
import type { DocumentMove } from '../../review/find-moves.ts';
import type { ChangeRow, WrittenChangeKind } from '../describe-changes.ts';

/** A change of an item in an edited document. */
export interface ReviewedItem {
  readonly row: ChangeRow;
  /** The item at the base commit; undefined if it is new or unknown. */
  readonly old: WantedItem | undefined;
  readonly why: ItemCause;
}

/** A row of one item. */
export type ItemRow = { readonly type: 'item'; readonly kind: WrittenChangeKind } & ReviewedItem;

/** A row of the table of a reviewed plan. */
export type ReviewedRow =
  | ItemRow
  /** Many changes of one kind in one document. */
  | {
      readonly type: 'document';
      readonly kind: WrittenChangeKind;
      readonly path: string;
      readonly items: number;
      readonly why: ItemCause;
    }
  /** Changes of one kind in many edited documents, for the same reason. */
  | {
      readonly type: 'documents';
      readonly kind: WrittenChangeKind;
      readonly paths: readonly string[];
      readonly items: number;
      readonly why: ItemCause;
    }
  /** Changes of one kind in documents that the pull request does not edit. `causes` are the changed files. */
  | {
      readonly type: 'affected';
      readonly kind: WrittenChangeKind;
      readonly items: number;
      readonly paths: readonly string[];
      readonly causes: readonly FileCause[];
      /** Whether the texts differ only in URLs. */
      readonly isAddressOnly: boolean;
    }
  /** A moved document, or a moved folder with the sums of its documents. */
  | {
      readonly type: 'move';
      readonly kind: 'move';
      readonly move: DocumentMove;
      readonly documents: number;
      readonly leavesItems: boolean;
    };

/** The reason why an item of an edited document changes. */
export type ItemCause =
  | 'new page'
  | 'new section'
  | 'not on the platform yet'
  | 'edited'
  | 'only URLs changed'
  | 'page deleted'
  | 'page now skipped'
  | 'section deleted'
  | 'setting';

/** A changed file because of which other documents change. */
export interface FileCause {
  readonly path: string;
  readonly verb: 'changed' | 'was added' | 'was deleted' | 'moved';
}

/** Maximum number of rows in a table, so that it fits on a screen or two. */
export const MAX_ROWS = 25;

/** The order of rows: changes that require a decision or remove text are first. */
const PRIORITIES: readonly (WrittenChangeKind | 'move')[] = [
  'hold',
  'wait',
  'delete',
  'orphan',
  'supersede',
  'update',
  'create',
  'defer',
  'restore',
  'forget',
  'move',
];

/** Sorts the rows by importance. Rows of the same kind keep their order. */
export function sortRows<Row extends ReviewedRow>(rows: readonly Row[]): Row[] {
  const getPriority = ({ type, kind }: ReviewedRow) => PRIORITIES.indexOf(kind) + (type === 'affected' ? 0.5 : 0);
  return rows.toSorted((a, b) => getPriority(a) - getPriority(b));
}
