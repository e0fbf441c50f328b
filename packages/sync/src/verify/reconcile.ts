import { UNKNOWN_FINGERPRINT } from '../state/item-records.ts';
import { isInProgress, isIntent, isListConclusive } from '../state/state-lease.ts';
import type { DocumentRecord, ItemRecord, Writer } from '../state/state-schema.ts';
import type { Correction } from './correct-record.ts';
import type { RemoteItem } from './remote-items.ts';

export interface Reconciliation {
  readonly corrections: readonly Correction[];
  /** Items on the service that are not in the state. Others have created them, and a sync never changes them. */
  readonly unknown: readonly RemoteItem[];
}

/**
 * Compares the service's list with the state. Items that another run is currently sending are skipped.
 * @param only the records to compare: `in-doubt` resolves items in doubt, and `all` also finds items that others have deleted or edited
 */
export function reconcile(
  documents: ReadonlyMap<string, DocumentRecord>,
  remoteItems: readonly RemoteItem[],
  me: Writer,
  only: 'all' | 'in-doubt' = 'all',
): Reconciliation {
  const itemsById = new Map(remoteItems.map((item) => [item.id, item]));
  const unmatchedItems = new Set(remoteItems);
  const records = [...documents.values()].flatMap(({ path, items }) => items.map((record) => ({ path, record })));
  // Items are matched by ID first, because IDs are certain. Only the remaining items are matched by content.
  for (const { record } of records) {
    const item = record.id === undefined ? undefined : itemsById.get(record.id);
    if (item) unmatchedItems.delete(item);
  }
  const match = matchByFingerprint(unmatchedItems);
  const corrections: Correction[] = [];
  const [inDoubt, others] = [records.filter(isInDoubt), records.filter((each) => !isInDoubt(each))];
  // Known items are matched first, so that an item in doubt does not take the item of another record.
  for (const { path, record } of others) {
    if (isIntent(record) && isInProgress(record.by, me)) continue;
    const correction = createCorrection(record, itemsById, match);
    if (correction && only === 'all') corrections.push({ path, record, ...correction });
  }
  for (const { path, record } of inDoubt) {
    const correction = resolveRecord(record, match);
    const isConclusive = correction.next !== undefined || isListConclusive(record.by, me);
    if (isConclusive && !isInProgress(record.by, me)) corrections.push({ path, record, ...correction });
  }
  return { corrections, unknown: [...unmatchedItems] };
}

type RecordChange = Pick<Correction, 'next' | 'finding'>;
type Matcher = (like: { readonly fingerprint: string }) => RemoteItem | undefined;

/** Returns a function that removes items from `from` by their content. Each item is matched only once. */
export function matchByFingerprint(from: Set<RemoteItem>): Matcher {
  const itemsByFingerprint = Map.groupBy(from, ({ fingerprint }) => fingerprint);
  return ({ fingerprint }) => {
    const item = itemsByFingerprint.get(fingerprint)?.shift();
    if (item) from.delete(item);
    return item;
  };
}

function isInDoubt({ record }: { readonly record: ItemRecord }): boolean {
  return record.status === 'creating';
}

function resolveRecord(record: ItemRecord, match: Matcher): RecordChange {
  const item = match(record);
  if (!item) return { finding: 'was-not-sent', next: undefined };
  const { by: _over, ...rest } = record;
  return { finding: 'was-sent', next: { ...rest, status: 'live', id: item.id } };
}

function createCorrection(
  record: ItemRecord,
  itemsById: ReadonlyMap<string, RemoteItem>,
  match: Matcher,
): RecordChange | undefined {
  const { status } = record;
  const item = record.id === undefined ? match(record) : itemsById.get(record.id);
  if (!item) return { finding: status === 'superseded' || status === 'orphaned' ? 'gone' : 'missing', next: undefined };
  const { id, title, fingerprint } = item;
  if (record.id === undefined) return { finding: 'identified', next: { ...record, id } };
  if (isIntent(record) || fingerprint === record.fingerprint) return undefined;
  const finding = record.fingerprint === UNKNOWN_FINGERPRINT ? 'identified' : 'changed';
  const { textFingerprint: _outdated, ...rest } = record;
  return { finding, next: { ...rest, title, fingerprint } };
}
