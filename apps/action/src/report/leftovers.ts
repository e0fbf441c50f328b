import { type DocumentRecord, getReminders, type Leftover, type Reminder, type StateMeta } from '@context-sync/sync';

/**
 * Returns the leftover items and the items in doubt for the report. The list includes all items in the shards that were read. For the other shards,
 * it includes the items that the meta lists.
 */
export function getLeftovers(
  { shards }: Pick<StateMeta, 'shards'>,
  read: readonly string[],
  documents: ReadonlyMap<string, DocumentRecord>,
): Reminder[] {
  const unreadShards = Object.keys(shards).filter((shard) => !read.includes(shard));
  return [...getReminders(documents.values()), ...unreadShards.flatMap((shard) => shards[shard]?.reminders ?? [])];
}

/** Returns whether a line of `forget` matches this item by its key, ID or document path, or is `all`. */
export function matchesForgetLine(lines: readonly string[], { path, record }: Leftover): boolean {
  return lines.some((line) => line === 'all' || line === record.key || line === record.id || line === path);
}

/**
 * Returns the lines of `forget` that match no item. The line `all` always matches.
 * @param documents documents in all shards with superseded and orphaned items
 */
export function findUnmatchedForgetLines(
  lines: readonly string[],
  documents: ReadonlyMap<string, DocumentRecord>,
): readonly string[] {
  if (lines.length === 0) return [];
  const leftovers = [...documents.values()].flatMap(({ path, items }) =>
    items.filter(({ status }) => status === 'superseded' || status === 'orphaned').map((record) => ({ path, record })),
  );
  return lines.filter((line) => line !== 'all' && !leftovers.some((leftover) => matchesForgetLine([line], leftover)));
}
