import { hash } from 'node:crypto';
import { digest } from '../fingerprint.ts';
import { isIntent } from './lease.ts';
import type { DocumentRecord, ItemStatus, Reminder, ShardSummary, StateMeta } from './schema.ts';

/** Number of shards that the documents are spread over, so that a change reads and writes little. */
export const SHARD_COUNT = 64;

/** Names of all shards: `00` to `3f`. */
export const ALL_SHARDS: readonly string[] = Array.from({ length: SHARD_COUNT }, (_, at) => nameOf(at));

/** The shard of a document; depends on its path alone. */
export function shardOf(path: string): string {
  return nameOf((hash('sha256', path, 'buffer')[0] ?? 0) % SHARD_COUNT);
}

function nameOf(shard: number): string {
  return shard.toString(16).padStart(2, '0');
}

/** Things with a path, by shard. */
export function byShard<T extends { readonly path: string }>(things: Iterable<T>): Map<string, T[]> {
  const shards = new Map<string, T[]>();
  for (const thing of things) {
    const shard = shardOf(thing.path);
    const others = shards.get(shard);
    if (others) others.push(thing);
    else shards.set(shard, [thing]);
  }
  return shards;
}

/** A document whose items are all live, cut from `blob` by `chunkConfigHash`. */
export interface SettledDocument {
  readonly path: string;
  readonly blob: string;
  readonly chunkConfigHash: string;
}

/** Hash of what a shard's documents are when nothing of them is left to do, in whatever order they come. */
export function settledDigest(documents: readonly SettledDocument[]): string {
  const lines = documents.map(({ path, blob, chunkConfigHash }) => JSON.stringify([path, blob, chunkConfigHash]));
  return digest(lines.sort(), 32);
}

/** The digest of a shard that has no documents. */
export const NOTHING_SETTLED = settledDigest([]);

/** Items of one shard that are listed without reading it; of all shards together, more than anybody reads in a report. */
const MAX_REMINDERS = 5;

/** What is said of a shard in the meta; undefined where it holds nothing. */
export function summarizeShard(documents: readonly DocumentRecord[]): ShardSummary | undefined {
  if (documents.length === 0) return undefined;
  const statuses = documents.flatMap(({ items }) => items.map(({ status }) => status));
  const count = (...wanted: ItemStatus[]) => statuses.filter((status) => wanted.includes(status)).length;
  const settled: SettledDocument[] = [];
  let open = false;
  for (const { path, blob, chunkConfigHash, items } of documents) {
    if (blob !== null) settled.push({ path, blob, chunkConfigHash });
    // What is left of a document that is gone stands for no blob, and nothing is left to do about it.
    if (items.some((item) => isIntent(item) || (blob === null && item.status === 'live'))) open = true;
  }
  return {
    settled: open ? null : settledDigest(settled),
    live: count('live'),
    superseded: count('superseded'),
    orphaned: count('orphaned'),
    inDoubt: count('creating'),
    skipped: documents.filter(isSkipped).length,
    reminders: remindersOf(documents).slice(0, MAX_REMINDERS),
  };
}

/** Whether the document is there and gives no items. What is left of one that is gone does not count. */
export function isSkipped({ blob, skipped }: DocumentRecord): boolean {
  return blob !== null && skipped !== undefined;
}

/** What every report lists: items that are no longer wanted and still there, and items of which nobody knows. */
export function remindersOf(documents: Iterable<DocumentRecord>): Reminder[] {
  const reminders: Reminder[] = [];
  for (const { path, items } of documents) {
    for (const { key, title, status, id, public: isPublic } of items) {
      if (status !== 'superseded' && status !== 'orphaned' && status !== 'creating') continue;
      const more = { ...(id === undefined ? {} : { id }), ...(isPublic ? { public: isPublic } : {}) };
      reminders.push({ path, key, title, status, ...more });
    }
  }
  return reminders;
}

/** How many items the state has in each way, without reading a document. */
export function totalsOf({
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
 * The shards that must be read to plan for `wanted`: those in which a document is new, changed or gone, or an item in doubt; and those of which
 * an earlier version has not recorded how many documents are skipped.
 * @param withLeftovers also those with superseded and orphaned items, as something can be done about them
 */
export function shardsToRead(
  { shards }: Pick<StateMeta, 'shards'>,
  wanted: readonly SettledDocument[],
  withLeftovers: boolean,
): string[] {
  const now = byShard(wanted);
  return ALL_SHARDS.filter((name) => {
    const known = shards[name];
    const leftovers = withLeftovers && known ? known.superseded + known.orphaned : 0;
    return (
      leftovers + (known?.inDoubt ?? 0) > 0 ||
      (known && known.skipped === undefined) ||
      (known ? known.settled : NOTHING_SETTLED) !== settledDigest(now.get(name) ?? [])
    );
  });
}
