import { hash } from 'node:crypto';
import { hashParts } from '../fingerprint.ts';
import { isIntent } from './state-lease.ts';
import type { DocumentRecord, ItemStatus, Reminder, ShardSummary, StateMeta } from './state-schema.ts';

/** Number of shards. Documents are distributed over the shards, so that a change reads and writes only a small part of the state. */
export const SHARD_COUNT = 64;

/** Names of all shards, from `00` to `3f`. */
export const ALL_SHARDS: readonly string[] = Array.from({ length: SHARD_COUNT }, (_, index) => getName(index));

/** Returns the shard of a document, which depends only on its path. */
export function getShard(path: string): string {
  // Creating a hash as text takes half the time of creating it in a buffer.
  return getName(Number.parseInt(hash('sha256', path, 'hex').slice(0, 2), 16) % SHARD_COUNT);
}

function getName(shard: number): string {
  return shard.toString(16).padStart(2, '0');
}

/** Groups values with a path by shard. */
export function groupByShard<T extends { readonly path: string }>(things: Iterable<T>): Map<string, T[]> {
  const shards = new Map<string, T[]>();
  for (const shardItem of things) {
    const shard = getShard(shardItem.path);
    const shardDocuments = shards.get(shard);
    if (shardDocuments) shardDocuments.push(shardItem);
    else shards.set(shard, [shardItem]);
  }
  return shards;
}

/** A document whose items are all live, chunked from `blob` with `chunkConfigHash`. */
export interface ResolvedDocument {
  readonly path: string;
  readonly blob: string;
  readonly chunkConfigHash: string;
}

/** Returns the hash of a shard's resolved documents, which does not depend on their order. */
export function computeResolvedDigest(documents: readonly ResolvedDocument[]): string {
  const lines = documents.map(({ path, blob, chunkConfigHash }) => JSON.stringify([path, blob, chunkConfigHash]));
  return hashParts(lines.sort(), 32);
}

/** The digest of a shard without documents. */
export const EMPTY_DIGEST = computeResolvedDigest([]);

/** Maximum number of items that the summary of a shard lists. In total, the summaries of all shards list more items than a report contains. */
const MAX_REMINDERS = 5;

/** Returns the summary of a shard, or undefined for an empty shard. */
export function summarizeShard(documents: readonly DocumentRecord[]): ShardSummary | undefined {
  if (documents.length === 0) return undefined;
  const statuses = documents.flatMap(({ items }) => items.map(({ status }) => status));
  const count = (...wanted: ItemStatus[]) => statuses.filter((status) => wanted.includes(status)).length;
  const resolvedDocuments: ResolvedDocument[] = [];
  let hasOpenRecords = false;
  for (const { path, blob, chunkConfigHash, items } of documents) {
    if (blob !== null) resolvedDocuments.push({ path, blob, chunkConfigHash });
    // The leftover items of a deleted document do not belong to a blob, and require no work.
    if (items.some((item) => isIntent(item) || (blob === null && item.status === 'live'))) hasOpenRecords = true;
  }
  return {
    settled: hasOpenRecords ? null : computeResolvedDigest(resolvedDocuments),
    live: count('live'),
    superseded: count('superseded'),
    orphaned: count('orphaned'),
    inDoubt: count('creating'),
    skipped: documents.filter(isSkipped).length,
    reminders: getReminders(documents).slice(0, MAX_REMINDERS),
  };
}

/** Returns whether a document exists and has no items. Leftover items of a deleted document are not counted. */
export function isSkipped({ blob, skipped }: DocumentRecord): boolean {
  return blob !== null && skipped !== undefined;
}

/** Returns the items that every report lists: leftover items, and items in doubt. */
export function getReminders(documents: Iterable<DocumentRecord>): Reminder[] {
  const reminders: Reminder[] = [];
  for (const { path, items } of documents) {
    for (const { key, title, status, id, public: isPublic } of items) {
      if (status !== 'superseded' && status !== 'orphaned' && status !== 'creating') continue;
      const reminderFacts = { ...(id === undefined ? {} : { id }), ...(isPublic ? { public: isPublic } : {}) };
      reminders.push({ path, key, title, status, ...reminderFacts });
    }
  }
  return reminders;
}

/** Returns the numbers of items by status without reading any document. */
export function getTotals({
  shards,
}: Pick<StateMeta, 'shards'>): Pick<ShardSummary, 'live' | 'superseded' | 'orphaned' | 'inDoubt'> {
  const totals = { live: 0, superseded: 0, orphaned: 0, inDoubt: 0 };
  for (const { live, superseded, orphaned, inDoubt } of Object.values(shards)) {
    totals.live += live;
    totals.superseded += superseded;
    totals.orphaned += orphaned;
    totals.inDoubt += inDoubt;
  }
  return totals;
}

/**
 * Returns the shards that a plan for `wantedDocuments` must read: those with a new, changed or deleted document or an item in doubt, and those for which an
 * earlier version did not record the number of skipped documents.
 * @param withLeftovers whether to include shards with superseded and orphaned items, because these items can be deleted or forgotten
 */
export function listShardsToRead(
  { shards }: Pick<StateMeta, 'shards'>,
  wantedDocuments: readonly ResolvedDocument[],
  withLeftovers: boolean,
): string[] {
  const documentsByShard = groupByShard(wantedDocuments);
  return ALL_SHARDS.filter((name) => {
    const shardState = shards[name];
    const leftovers = withLeftovers && shardState ? shardState.superseded + shardState.orphaned : 0;
    return (
      leftovers + (shardState?.inDoubt ?? 0) > 0 ||
      (shardState && shardState.skipped === undefined) ||
      (shardState ? shardState.settled : EMPTY_DIGEST) !== computeResolvedDigest(documentsByShard.get(name) ?? [])
    );
  });
}
