/**
 * Version 2 named statuses, counts and capabilities after the kinds of change: update, delete, orphan. It changed no meaning, so the digests of
 * the shards stay valid and no document has to be chunked again.
 */
const STATUS_OF_VERSION_1: Readonly<Record<string, string>> = {
  replacing: 'updating',
  removing: 'deleting',
  stale: 'orphaned',
};

type StoredObject = Readonly<Record<string, unknown>>;

/** Returns `meta.json` of schema version 1 in the form of version 2. What does not have the form of version 1 is left for the schema to reject. */
export function migrateMeta(meta: StoredObject): StoredObject {
  const { capabilities, shards, setBackFrom, ...rest } = meta;
  return {
    ...rest,
    schemaVersion: 2,
    capabilities: isObject(capabilities)
      ? renameProperties(capabilities, { replace: 'update', remove: 'delete' })
      : capabilities,
    shards: isObject(shards)
      ? Object.fromEntries(Object.entries(shards).map(([name, summary]) => [name, migrateSummary(summary)]))
      : shards,
    ...(setBackFrom === undefined ? {} : { removedCommits: setBackFrom }),
  };
}

/**
 * Returns a line of a shard in the form of version 2. A write replaces only the shards that change, so a state of version 2 may hold lines of
 * version 1; each line shows its version.
 */
export function migrateDocument(document: unknown): unknown {
  if (!isObject(document) || !('recipe' in document)) return document;
  const { items } = document;
  return {
    ...renameProperties(document, { recipe: 'chunkConfigHash' }),
    items: Array.isArray(items) ? items.map(migrateStatus) : items,
  };
}

function migrateSummary(summary: unknown): unknown {
  if (!isObject(summary)) return summary;
  const { reminders } = summary;
  return {
    ...renameProperties(summary, { stale: 'orphaned' }),
    reminders: Array.isArray(reminders) ? reminders.map(migrateStatus) : reminders,
  };
}

function migrateStatus(item: unknown): unknown {
  if (!isObject(item) || typeof item.status !== 'string') return item;
  return { ...item, status: STATUS_OF_VERSION_1[item.status] ?? item.status };
}

function renameProperties(object: StoredObject, names: Readonly<Record<string, string>>): StoredObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]));
}

function isObject(value: unknown): value is StoredObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
