import { setTimeout } from 'node:timers/promises';
import { NO_CAPABILITIES } from '@context-sync/core';
import {
  createEmptyState,
  type DocumentRecord,
  getShard,
  type StateChange,
  StateConflictError,
  type StateSnapshot,
  type StateStore,
} from '@context-sync/sync';

/** Returns the record of a document with one live item. */
export function documentRecord(path: string, title = path): DocumentRecord {
  const item = { key: `${path}#1`, title, fingerprint: 'f'.repeat(32), status: 'live' as const, revision: 1 };
  return { path, blob: 'b'.repeat(40), chunkConfigHash: 'chunkConfigHash', items: [item] };
}

/** Returns the change that adds documents to the state `base` and removes others. */
export async function changeFrom(
  base: StateSnapshot | undefined,
  addedDocuments: readonly DocumentRecord[],
  removedNames: readonly string[] = [],
): Promise<StateChange> {
  const touchedShards = [...new Set([...addedDocuments.map(({ path }) => path), ...removedNames].map(getShard))];
  const documents = new Map(await base?.documents(touchedShards));
  for (const document of addedDocuments) documents.set(document.path, document);
  for (const path of removedNames) documents.delete(path);
  const before = base?.meta ?? createEmptyState('https://api.example.com/', 'octo-api', NO_CAPABILITIES).meta;
  const summaries = { ...before.shards };
  const shards = new Map<string, DocumentRecord[]>();
  for (const shard of touchedShards) {
    const inIt = [...documents.values()].filter(({ path }) => getShard(path) === shard);
    shards.set(shard, inIt);
    if (inIt.length === 0) delete summaries[shard];
    else summaries[shard] = { settled: null, live: inIt.length, superseded: 0, orphaned: 0, inDoubt: 0, reminders: [] };
  }
  return { meta: { ...before, revision: before.revision + 1, shards: summaries }, shards };
}

/** Adds a document to the current state. Retries after conflicts. Returns the new state. */
export async function addDocument(store: StateStore, path: string): Promise<StateSnapshot> {
  for (let attempt = 1; ; attempt += 1) {
    const start = performance.now();
    const base = await store.read();
    try {
      return await store.write(base, await changeFrom(base, [documentRecord(path)]), `Add ${path}`);
    } catch (error) {
      if (!(error instanceof StateConflictError) || attempt === 200) throw error;
      // The wait grows with the time that a write takes, so that a slow store gets fewer writes that end in conflicts.
      await setTimeout(Math.random() * 2 * attempt * (performance.now() - start));
    }
  }
}

/** Returns the paths of all documents, sorted. */
export async function documentPaths(state: StateSnapshot | undefined): Promise<string[]> {
  return [...((await state?.documents(Object.keys(state.meta.shards))) ?? new Map()).keys()].sort();
}
