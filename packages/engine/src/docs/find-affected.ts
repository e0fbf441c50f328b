import { type DocumentRecord, getNameKey, getReferenceKey, getShard, parseUse } from '@context-sync/sync';
import type { DocsSite } from './docs-site.ts';
import { getFolders } from './repository-tree.ts';

/** The document records of the shards that have been read. */
export interface StateRecords {
  readonly shards: ReadonlySet<string>;
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  /** Reads further shards. @throws StateError */
  load(shards: readonly string[]): Promise<void>;
}

/** The changes in the repository since its documents were last chunked. */
export interface RepositoryChanges {
  /** The changed documents, which are chunked again, by path. The value is the digest of the facts that the document depends on. */
  readonly changed: ReadonlyMap<string, ChangedDocumentFacts>;
  /** The recorded documents that no longer exist in the docs. */
  readonly removed: readonly DocumentRecord[];
  /** Paths outside of the documents at which a file was created, changed or deleted. */
  readonly outside: readonly string[];
}

export interface ChangedDocumentFacts {
  /** The digest of the facts, as defined for `DocumentRecord.facts`. */
  readonly facts: string;
  readonly names: readonly string[];
}

/** Reads the shards with the records for these paths and names. */
export async function loadRecords(records: StateRecords, keys: Iterable<string>): Promise<void> {
  const missingShards = [...new Set([...keys].map(getShard))].filter((shard) => !records.shards.has(shard));
  if (missingShards.length > 0) await records.load(missingShards);
}

/**
 * Finds the unchanged documents that depend on a change elsewhere in the repository. Chunking these documents again would result in different items
 * or warnings. Reads only the records of the changes and of the documents that refer to them.
 * @returns the paths of the documents, with the changed paths that they depend on
 */
export async function findAffected(
  changes: RepositoryChanges,
  records: StateRecords,
  site: DocsSite,
  isUnchanged: (path: string) => boolean,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { keys, users } = await findUsers(changes, records);
  await loadRecords(records, users);
  const candidates = [...users].filter(isUnchanged).sort();
  return site.runUntilComplete(() => {
    const causes = candidates.map((path) => [path, findCauses(records.documents.get(path), keys, site)] as const);
    return new Map(causes.filter(([, paths]) => paths.length > 0));
  });
}

/** Returns the paths and names that have changed, each with the changed path that caused it, and the documents that refer to them. */
async function findUsers(changes: RepositoryChanges, records: StateRecords) {
  const keys = findChangedKeys(changes, records);
  const users = new Set<string>();
  let queue = [...keys.keys()];
  while (queue.length > 0) {
    await loadRecords(records, queue);
    const foundUsers: string[] = [];
    for (const key of queue) {
      const record = records.documents.get(key);
      const facts = changes.changed.get(key)?.facts;
      // If the facts have not changed, the new text of this document does not affect other documents.
      const isSame = facts !== undefined && record?.facts === facts;
      for (const path of isSame ? [] : (record?.usedBy ?? [])) users.add(path);
      for (const path of record?.includedBy ?? []) {
        users.add(path);
        // An included file's anchors are also anchors of the documents that include the file.
        if (keys.has(path)) continue;
        foundUsers.push(path);
        keys.set(path, keys.get(key) ?? key);
      }
    }
    queue = foundUsers;
  }
  return { keys, users };
}

function findChangedKeys({ changed, removed, outside }: RepositoryChanges, records: StateRecords): Map<string, string> {
  const keys = new Map(outside.map((path) => [path, path]));
  const add = (key: string, cause: string) => {
    if (!keys.has(key)) keys.set(key, cause);
  };
  const addPath = (path: string) => {
    keys.set(path, path);
    for (const folder of getFolders(path)) add(folder, path);
  };
  const addNames = (path: string, before: readonly string[], after: readonly string[]) => {
    const differingNames = [
      ...before.filter((name) => !after.includes(name)),
      ...after.filter((name) => !before.includes(name)),
    ];
    for (const name of differingNames) add(getNameKey(name), path);
  };
  for (const [path, { names }] of changed) {
    const record = records.documents.get(path);
    if (record?.chunkConfigHash) keys.set(path, path);
    else addPath(path);
    addNames(path, record?.names ?? [], names);
  }
  for (const { path, names = [] } of removed) {
    addPath(path);
    addNames(path, names, []);
  }
  return keys;
}

/** Returns the changed paths because of which the items of a document are outdated; empty if they are up to date. */
function findCauses(record: DocumentRecord | undefined, keys: ReadonlyMap<string, string>, site: DocsSite): string[] {
  // All uses are compared, so that all missing files are requested at once.
  const causes = (record?.uses ?? []).flatMap((text) => {
    const { kind, key, digest } = parseUse(text);
    const cause = keys.get(getReferenceKey({ kind, key }));
    return cause !== undefined && site.digest(kind, key) !== digest ? [cause] : [];
  });
  return [...new Set(causes)].sort();
}
