import { type DocumentRecord, getNameKey, getShard } from '@context-sync/sync';
import type { NameOwners } from './docs-site.ts';
import { type ChangedDocumentFacts, loadRecords, type StateRecords } from './find-affected.ts';

/**
 * Creates an index of the documents that define a name. The index contains the names in the records of unchanged documents and in the current text of
 * changed documents.
 */
export function createNameIndex(
  records: StateRecords,
  changedFacts: ReadonlyMap<string, ChangedDocumentFacts>,
  removedDocuments: readonly DocumentRecord[],
): NameOwners {
  const isGone = new Set(removedDocuments.map(({ path }) => path));
  const pathsByName = new Map<string, string[]>();
  for (const [path, { names }] of changedFacts)
    for (const name of names) pathsByName.set(name, [...(pathsByName.get(name) ?? []), path]);
  return {
    owners: (name) => {
      const key = getNameKey(name);
      if (!records.shards.has(getShard(key))) return undefined;
      const recordedOwners = records.documents.get(key)?.owners ?? [];
      const unchangedOwners = recordedOwners.filter((path) => !changedFacts.has(path) && !isGone.has(path));
      return [...unchangedOwners, ...(pathsByName.get(name) ?? [])].sort();
    },
    load: (names) => loadRecords(records, names.map(getNameKey)),
  };
}
