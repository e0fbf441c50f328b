/**
 * The new names of statuses. Version 2 renamed statuses, counts and capabilities after the kinds of changes (update, delete, orphan) without changing
 * their meaning. The digests of the shards therefore stay valid, and no document has to be chunked again.
 */
const STATUS_OF_VERSION_1: Readonly<Record<string, string>> = {
  replacing: 'updating',
  removing: 'deleting',
  stale: 'orphaned',
};

type StoredObject = Readonly<Record<string, unknown>>;

/**
 * Converts `meta.json` from schema version 1 to version 2. Input that does not match version 1 is returned unchanged, so that the schema rejects it.
 */
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
 * Converts a line of a shard to version 2. A write replaces only the shards that change, so a state of version 2 may contain lines of version 1. Each
 * line shows its version.
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
