import { getShard, type ItemRecord, listShardsToRead, type StateSnapshot } from '@context-sync/sync';
import type { DocsListing, DocsTree } from '../docs/find-docs.ts';

/**
 * Lists the documents of the docs folder. Among documents with equal content, prefers those that are already on the platform, so that a copy never
 * replaces its original. Reads the state only if it can change the result.
 * @throws StateError
 */
export async function listDocuments(
  docs: DocsTree,
  base: StateSnapshot | undefined,
  chunkConfigHash: string,
): Promise<Pick<DocsListing, 'documents' | 'skipped'>> {
  const docsListing = await docs.list();
  if (!base || docsListing.equal.length === 0) return docsListing;
  const wantedDocuments = docsListing.documents.map((document) => ({ ...document, chunkConfigHash }));
  const changedShards = new Set(listShardsToRead(base.meta, wantedDocuments, false));
  const paths = docsListing.equal.filter((group) => group.some((path) => changedShards.has(getShard(path)))).flat();
  if (paths.length === 0) return docsListing;
  const records = await base.documents([...new Set(paths.map(getShard))]);
  const isSynced = (path: string) => records.get(path)?.items.some(isWanted) === true;
  return docs.list(new Set(paths.filter(isSynced)));
}

/** Returns whether the item should be on the platform according to the last run. */
function isWanted({ status }: ItemRecord): boolean {
  return status === 'live' || status === 'creating' || status === 'updating';
}
