import { ALL_SHARDS, isSkipped, type StateSnapshot } from '@context-sync/sync';
import type { DocsTree } from '../docs/documents.ts';

/**
 * How many files of the docs folder are left out, where the docs are those of the last sync. The state has the number, unless an earlier version
 * has written it.
 * @throws StateError
 */
export async function skippedCountOf(docs: DocsTree, { meta, documents }: StateSnapshot): Promise<number> {
  if (meta.synced?.skipped !== undefined) return meta.synced.skipped;
  const [{ skipped }, records] = await Promise.all([docs.list(), documents(ALL_SHARDS)]);
  return skipped.length + [...records.values()].filter(isSkipped).length;
}
