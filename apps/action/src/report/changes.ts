import type { Change, ChangeKind, WantedItem } from '@context-sync/sync';
import { formatNumber } from './wording.ts';

/** Kinds of changes that change something, or would. */
export type RealKind = Exclude<ChangeKind, 'unchanged'>;

/** A change as a row: what becomes of which item. */
export interface ChangeRow {
  readonly kind: RealKind;
  readonly path: string;
  readonly title: string;
  /** What is sent or stands for it; undefined where the item is no longer wanted. */
  readonly item: WantedItem | undefined;
}

/** The changed items of one document. */
export interface ChangedDocument {
  readonly path: string;
  readonly isGone: boolean;
  readonly rows: readonly ChangeRow[];
}

/** Whether something is told before or after it is done. */
export type Tense = 'planned' | 'done';

/** What becomes of an item: in a row of its own, and where many are counted. */
const WORDS: Readonly<Record<RealKind, Readonly<Record<Tense, { readonly one: string; readonly many: string }>>>> = {
  create: { planned: { one: 'create', many: 'to create' }, done: both('created') },
  update: { planned: { one: 'update', many: 'to update' }, done: both('updated') },
  supersede: {
    planned: { one: 'create, old one stays', many: 'to supersede' },
    done: { one: 'created, old one stays', many: 'superseded' },
  },
  restore: { planned: { one: 'restore', many: 'to restore' }, done: both('restored') },
  delete: { planned: { one: 'delete', many: 'to delete' }, done: both('deleted') },
  orphan: { planned: { one: 'becomes orphaned', many: 'to become orphaned' }, done: both('orphaned') },
  forget: { planned: { one: 'forget', many: 'to forget' }, done: both('forgotten') },
  wait: { planned: both('waiting for another run'), done: both('waiting for another run') },
  hold: { planned: { one: 'in doubt, held', many: 'in doubt' }, done: { one: 'in doubt, held', many: 'in doubt' } },
};

function both(words: string) {
  return { one: words, many: words };
}

const KINDS = Object.keys(WORDS) as RealKind[];

/** The changes as rows, without the unchanged items. */
export function changeRows(changes: readonly Change[]): ChangeRow[] {
  return changes.flatMap((change): ChangeRow[] => {
    const { kind, path } = change;
    if (kind === 'unchanged') return [];
    const item = 'item' in change ? change.item : undefined;
    return [{ kind, path, title: titleOf(change), item }];
  });
}

/** The rows by document, in the order of paths. */
export function changedDocuments(changes: readonly Change[], gone: readonly string[] = []): ChangedDocument[] {
  const isGone = new Set(gone);
  return [...Map.groupBy(changeRows(changes), ({ path }) => path)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, rows]) => ({ path, isGone: isGone.has(path), rows }));
}

/** Whether carrying the change out puts text on the platform. */
export function isSending({ kind }: Pick<ChangeRow, 'kind'>): boolean {
  return kind === 'create' || kind === 'update' || kind === 'supersede';
}

/** How many changes there are of each kind: `3 to create, 1 to update`; empty where there are none. */
export function describeChanges(rows: readonly Pick<ChangeRow, 'kind'>[], tense: Tense): string {
  return KINDS.flatMap((kind) => {
    const number = rows.filter((row) => row.kind === kind).length;
    return number === 0 ? [] : [`${formatNumber(number)} ${WORDS[kind][tense].many}`];
  }).join(', ');
}

/** What becomes of one item: `update`, or `updated` when it is done. */
export function describeChange({ kind }: Pick<ChangeRow, 'kind'>, tense: Tense): string {
  return WORDS[kind][tense].one;
}

/** Title of the item that the change is about: as it is wanted, else as it stands on the platform. */
export function titleOf(change: Change): string {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  return item?.title ?? record?.title ?? '';
}
