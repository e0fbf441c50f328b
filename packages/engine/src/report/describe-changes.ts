import type { Change, ChangeKind, WantedItem } from '@context-sync/sync';
import { formatNumber, pluralize } from './report-wording.ts';

/** The kinds of changes except `unchanged`. */
export type WrittenChangeKind = Exclude<ChangeKind, 'unchanged'>;

/** A change in the form of a table row. */
export interface ChangeRow {
  readonly kind: WrittenChangeKind;
  readonly path: string;
  readonly key: string;
  readonly title: string;
  /** The new item; undefined for deleted and orphaned items. */
  readonly item: WantedItem | undefined;
}

/** The changed items of one document. */
export interface ChangedDocument {
  readonly path: string;
  readonly isDeleted: boolean;
  readonly rows: readonly ChangeRow[];
}

/** Whether changes are described before or after they are applied. */
export type PlanTense = 'planned' | 'done';

/** Words for each kind of change in table rows and counts. */
const CHANGE_WORDS: Readonly<
  Record<WrittenChangeKind, Readonly<Record<PlanTense, { readonly one: string; readonly many: string }>>>
> = {
  create: { planned: { one: 'create', many: 'to create' }, done: createWording('created') },
  update: { planned: { one: 'update', many: 'to update' }, done: createWording('updated') },
  supersede: {
    planned: { one: 'create, old version stays', many: 'to supersede' },
    done: { one: 'created, old version stays', many: 'superseded' },
  },
  defer: {
    planned: { one: 'defer, only URLs change', many: 'to defer' },
    done: { one: 'deferred, only URLs changed', many: 'deferred' },
  },
  restore: { planned: { one: 'restore', many: 'to restore' }, done: createWording('restored') },
  delete: { planned: { one: 'delete', many: 'to delete' }, done: createWording('deleted') },
  orphan: { planned: { one: 'orphan', many: 'to orphan' }, done: createWording('orphaned') },
  forget: { planned: { one: 'forget', many: 'to forget' }, done: createWording('forgotten') },
  wait: { planned: createWording('waiting for another run'), done: createWording('waiting for another run') },
  hold: { planned: { one: 'in doubt, held', many: 'in doubt' }, done: { one: 'in doubt, held', many: 'in doubt' } },
};

function createWording(words: string) {
  return { one: words, many: words };
}

/** Maximum number of files that a description of deferred changes names. */
const MAX_CAUSES = 3;

const CHANGE_KINDS = Object.keys(CHANGE_WORDS) as WrittenChangeKind[];

/** Returns the changes as table rows, without unchanged items. */
export function createChangeRows(changes: readonly Change[]): ChangeRow[] {
  return changes.flatMap((change): ChangeRow[] => {
    const { kind, path } = change;
    if (kind === 'unchanged') return [];
    const item = 'item' in change ? change.item : undefined;
    return [{ kind, path, key: getKey(change), title: getTitle(change), item }];
  });
}

/** Groups the rows by document, sorted by path. */
export function groupChangesByDocument(
  changes: readonly Change[],
  goneFiles: readonly string[] = [],
): ChangedDocument[] {
  const isDeleted = new Set(goneFiles);
  return [...Map.groupBy(createChangeRows(changes), ({ path }) => path)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, rows]) => ({ path, isDeleted: isDeleted.has(path), rows }));
}

/** Returns whether the change sends text to the platform. */
export function isSending({ kind }: Pick<ChangeRow, 'kind'>): boolean {
  return kind === 'create' || kind === 'update' || kind === 'supersede';
}

/** Describes the number of changes by kind, such as `3 to create, 1 to update`. Returns an empty string if there are no changes. */
export function describeChanges(rows: readonly Pick<ChangeRow, 'kind'>[], tense: PlanTense): string {
  return CHANGE_KINDS.flatMap((kind) => {
    const number = rows.filter((row) => row.kind === kind).length;
    return number === 0 ? [] : [`${formatNumber(number)} ${CHANGE_WORDS[kind][tense].many}`];
  }).join(', ');
}

/**
 * Describes the deferred changes with the changed files that cause them. Returns undefined if there are none.
 * @param causes changed files by the path of the document that depends on them
 */
export function describeDeferred(
  changes: readonly Change[],
  causes: ReadonlyMap<string, readonly string[]> = new Map(),
): string | undefined {
  const deferredChanges = changes.filter(({ kind }) => kind === 'defer');
  if (deferredChanges.length === 0) return undefined;
  const files = [...new Set(deferredChanges.flatMap(({ path }) => causes.get(path) ?? []))].sort();
  const omittedCount = files.length - MAX_CAUSES;
  const names = [...files.slice(0, MAX_CAUSES), ...(omittedCount > 0 ? [pluralize(omittedCount, 'more file')] : [])];
  const reason = files.length === 0 ? '' : `, because of ${names.join(', ')}`;
  return `${pluralize(deferredChanges.length, 'item')} deferred until their text changes: only URLs in them changed${reason}`;
}

/** Describes one change: `update`, or `updated` after it is applied. */
export function describeChange({ kind }: Pick<ChangeRow, 'kind'>, tense: PlanTense): string {
  return CHANGE_WORDS[kind][tense].one;
}

/** Returns the key of the item. */
function getKey(change: Change): string {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  return item?.key ?? record?.key ?? '';
}

/** Returns the new title of the item; for a deleted item, the recorded title. */
export function getTitle(change: Change): string {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  return item?.title ?? record?.title ?? '';
}
