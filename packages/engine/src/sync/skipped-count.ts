import { ALL_SHARDS, isSkipped, type StateSnapshot } from '@context-sync/sync';
import type { DocsTree } from '../docs/find-docs.ts';

/**
 * Returns the number of skipped files for docs that have not changed since the last sync. Counts the files if the state was written by an earlier
 * version that did not record the number.
 * @throws StateError
 */
export async function readSkippedCount(docs: DocsTree, { meta, documents }: StateSnapshot): Promise<number> {
  if (meta.synced?.skipped !== undefined) return meta.synced.skipped;
  const [{ skipped }, records] = await Promise.all([docs.list(), documents(ALL_SHARDS)]);
  return skipped.length + [...records.values()].filter(isSkipped).length;
}
