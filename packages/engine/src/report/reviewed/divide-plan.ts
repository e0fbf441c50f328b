import type { Plan } from '@context-sync/sync';
import { type DocumentMove, findMoves } from '../../review/find-moves.ts';
import { isSameExceptAddresses } from '../../review/item-text.ts';
import { isReviewed, type Review } from '../../review/review-model.ts';
import { type ChangeRow, createChangeRows } from '../describe-changes.ts';
import {
  type FileCause,
  type ItemCause,
  type ItemRow,
  MAX_ROWS,
  type ReviewedItem,
  type ReviewedRow,
  sortRows,
} from './reviewed-row.ts';

/** A plan divided into the changes of the reviewed commits and all others. */
export interface DividedPlan {
  /** Rows for the changes of the reviewed commits, the most important first. */
  readonly rows: readonly ReviewedRow[];
  /** The changes in edited documents, the most important first. */
  readonly items: readonly ReviewedItem[];
  /** The changes of the reviewed commits. */
  readonly own: readonly ChangeRow[];
  /** The changes with other causes, such as an earlier commit that was not synced. */
  readonly others: readonly ChangeRow[];
}

/** Maximum number of changes that are listed as single items. If there are more, each document has one row for each kind of change. */
const MAX_ITEM_ROWS = 8;
/** Maximum number of rows of one kind with the same reason if there are too many rows for one table. */
const MAX_EQUAL_ROWS = 8;
/** Minimum number of documents of a moved folder that share a row. */
const MIN_FOLDER_DOCUMENTS = 3;

/** Divides a plan, and groups the reviewed changes into rows. Without a review, all changes belong to the reviewed commits. */
export function dividePlan(plan: Plan, review: Review | undefined): DividedPlan {
  const context = { plan, review };
  const rows = createChangeRows(plan.changes);
  const moves = review ? findMoves(plan, review).filter(({ to }) => isReviewed(review, to)) : [];
  const movedPaths = new Set(moves.flatMap(({ from, to }) => [from, to]));
  const isOwn = ({ path }: ChangeRow) => !review || isReviewed(review, path) || movedPaths.has(path);
  const own = rows.filter(isOwn);
  const otherRows = rows.filter((row) => !isOwn(row));
  const isEdited = ({ path }: ChangeRow) => !review || review.changedPaths.has(path);
  const editedRows = own
    .filter((row) => isEdited(row) && !movedPaths.has(row.path))
    .map((row): ItemRow => {
      const old = findOldItem(row, context);
      return { type: 'item', kind: row.kind, row, old, why: explainItem(row, old, context) };
    });
  return {
    own,
    others: otherRows,
    items: sortRows(editedRows),
    rows: condenseRows([
      ...groupItems(editedRows),
      ...createAffectedRows(
        own.filter((row) => !isEdited(row) && !movedPaths.has(row.path)),
        { ...context, moves },
      ),
      ...createMoveRows(moves, new Set(rows.filter(({ kind }) => kind === 'orphan').map(({ path }) => path))),
    ]),
  };
}

interface RowContext {
  readonly plan: Plan;
  readonly review: Review | undefined;
}

/** Groups many items of one document by kind and reason. A single item keeps a separate row. */
function groupItems(items: readonly ItemRow[]): ReviewedRow[] {
  if (items.length <= MAX_ITEM_ROWS) return [...items];
  const groups = Map.groupBy(items, ({ row: { path, kind }, why }) => JSON.stringify([path, kind, why]));
  return [...groups.values()].flatMap((group): ReviewedRow[] => {
    const [first] = group;
    if (!first || group.length === 1) return [...group];
    return [{ type: 'document', kind: first.kind, path: first.row.path, items: group.length, why: first.why }];
  });
}

/** Sorts the rows. If there are too many for one table, rows of one kind with the same reason are combined into one, so that every kind is visible. */
function condenseRows(rows: readonly ReviewedRow[]): ReviewedRow[] {
  if (rows.length <= MAX_ROWS) return sortRows(rows);
  const groups = Map.groupBy(rows, (row, index) =>
    JSON.stringify('why' in row ? [row.kind, row.why] : [row.kind, index]),
  );
  return sortRows(
    [...groups.values()].flatMap((group): readonly ReviewedRow[] => {
      const [first] = group;
      if (!first || !('why' in first) || group.length <= MAX_EQUAL_ROWS) return group;
      const parts = group.flatMap((row) => {
        if (row.type === 'item') return [{ path: row.row.path, items: 1 }];
        return row.type === 'document' ? [{ path: row.path, items: row.items }] : [];
      });
      const paths = [...new Set(parts.map(({ path }) => path))];
      const items = parts.reduce((sum, part) => sum + part.items, 0);
      return [{ type: 'documents', kind: first.kind, paths, items, why: first.why }];
    }),
  );
}

function explainItem(
  { kind, path, item }: ChangeRow,
  oldItem: ReturnType<typeof findOldItem>,
  { plan, review }: RowContext,
): ItemCause {
  if (kind === 'delete' || kind === 'orphan') {
    if (!plan.gone.includes(path)) return 'section deleted';
    return review?.causes.has(path) ? 'page now skipped' : 'page deleted';
  }
  if (kind === 'create') {
    // At a first sync, items are new to the platform although their documents have not changed.
    if (review?.base === undefined || oldItem) return 'not on the platform yet';
    return review.oldItems.has(path) ? 'new section' : 'new page';
  }
  if (kind === 'defer') return 'only URLs changed';
  if (oldItem && item && isSameExceptAddresses(oldItem.content, item.content)) return 'only URLs changed';
  return 'edited';
}

/** Creates a row for each move. Documents that move together with their folder share a row. */
function createMoveRows(moves: readonly DocumentMove[], orphanedPaths: ReadonlySet<string>): ReviewedRow[] {
  const groups = Map.groupBy(moves, ({ from, to }) => JSON.stringify(findMovedFolder(from, to)));
  return [...groups.values()].flatMap((group) => {
    const createRow = (move: DocumentMove, documents: readonly DocumentMove[]): ReviewedRow => {
      const leavesItems = documents.some(({ from }) => orphanedPaths.has(from));
      return { type: 'move', kind: 'move', move, documents: documents.length, leavesItems };
    };
    const [first] = group;
    if (!first || group.length < MIN_FOLDER_DOCUMENTS) return group.map((move) => createRow(move, [move]));
    const [from, to] = findMovedFolder(first.from, first.to);
    const items = group.reduce((sum, move) => sum + move.items, 0);
    const unchanged = group.reduce((sum, move) => sum + move.unchanged, 0);
    return [createRow({ from: `${from}/`, to: `${to}/`, items, unchanged }, group)];
  });
}

/**
 * Returns the old and the new path of the outermost folder that was moved together with a document. If the name of the document has changed, returns the
 * paths of the document.
 */
function findMovedFolder(from: string, to: string): [from: string, to: string] {
  const [before, after] = [from.split('/'), to.split('/')];
  while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return [before.join('/'), after.join('/')];
}

/** Groups the changes of documents that the pull request does not edit by kind and cause. */
function createAffectedRows(
  rows: readonly ChangeRow[],
  context: RowContext & { readonly moves: readonly DocumentMove[] },
): ReviewedRow[] {
  const { review } = context;
  const getCauses = (path: string) =>
    (review?.causes.get(path) ?? []).filter((cause) => review?.changedPaths.has(cause));
  const groups = Map.groupBy(rows, ({ kind, path }) => JSON.stringify([kind, getCauses(path)]));
  return [...groups.values()].flatMap((group): ReviewedRow[] => {
    const [first] = group;
    if (!first) return [];
    const isAddressOnly = group.every((row) => {
      if (row.kind === 'defer') return true;
      const old = findOldItem(row, context);
      return old !== undefined && row.item !== undefined && isSameExceptAddresses(old.content, row.item.content);
    });
    return [
      {
        type: 'affected',
        kind: first.kind,
        items: group.length,
        paths: [...new Set(group.map(({ path }) => path))],
        causes: getCauses(first.path).map((path) => describeCause(path, context)),
        isAddressOnly,
      },
    ];
  });
}

function describeCause(
  path: string,
  { plan, moves, review }: RowContext & { readonly moves: readonly DocumentMove[] },
): FileCause {
  if (moves.some(({ from, to }) => from === path || to === path)) return { path, verb: 'moved' };
  if (plan.gone.includes(path)) return { path, verb: 'was deleted' };
  const isNew =
    review?.base !== undefined && plan.changes.some((each) => each.path === path) && !review.oldItems.has(path);
  return { path, verb: isNew ? 'was added' : 'changed' };
}

function findOldItem({ path, key }: ChangeRow, { review }: RowContext) {
  return review?.oldItems.get(path)?.get(key);
}
