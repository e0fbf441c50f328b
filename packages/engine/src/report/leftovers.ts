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

/**
 * Returns whether a line of `forget` matches this item by its key, ID or document path, or is `all`. A line can also be a list with commas, because
 * the Run workflow form on GitHub accepts only one line.
 */
export function matchesForgetLine(lines: readonly string[], leftover: Leftover): boolean {
  return lines.some((line) => isName(line, leftover) || splitLine(line).some((name) => isName(name, leftover)));
}

function isName(name: string, { path, record }: Leftover): boolean {
  return name === 'all' || name === record.key || name === record.id || name === path;
}

function splitLine(line: string): string[] {
  return line.split(',').map((name) => name.trim());
}

/**
 * Returns the names in `forget` that match no item. The name `all` always matches.
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
  const isKnown = (name: string) => name === 'all' || leftovers.some((leftover) => isName(name, leftover));
  return lines.flatMap((line) =>
    isKnown(line) ? [] : splitLine(line).filter((name) => name !== '' && !isKnown(name)),
  );
}
