import { isDeepStrictEqual } from 'node:util';
import { computeFingerprint } from '../fingerprint.ts';
import type { WantedItem } from '../wanted-items.ts';
import type { DocumentRecord, ItemRecord, References, Writer } from './state-schema.ts';

type Documents = Map<string, DocumentRecord>;

/** The fingerprint that a record has if the content of its item is unknown. */
export const UNKNOWN_FINGERPRINT = '';

/** Returns the properties of a record that identify an item and its content. */
export function getIdentity(item: WantedItem): Pick<ItemRecord, 'key' | 'title' | 'fingerprint' | 'public'> {
  const { key, title } = item;
  return { key, title, fingerprint: computeFingerprint(item), ...(item.public ? { public: true } : {}) };
}

/** Returns whether two records refer to the same item on the service. */
function isSameIntent(a: ItemRecord, b: ItemRecord): boolean {
  return a.key === b.key && a.fingerprint === b.fingerprint && a.revision === b.revision;
}

/** Returns the record in the documents with the same key, fingerprint and revision; undefined if there is none. */
export function findRecord(documents: ReadonlyMap<string, DocumentRecord>, path: string, record: ItemRecord) {
  return documents.get(path)?.items.find((each) => isSameIntent(each, record));
}

/** Returns whether a document stays resolved if `next` replaces `record`. Only the live items matter; leftover items may be added or removed. */
function keepsBlob(record: ItemRecord | undefined, next: ItemRecord | undefined): boolean {
  const getContent = (each: ItemRecord | undefined) => {
    if (!each || isLeftover(each)) return 'nothing';
    return each.status === 'live' ? each.fingerprint : undefined;
  };
  const content = getContent(record);
  return content !== undefined && content === getContent(next);
}

/** Returns whether an item is unwanted: it is still on the service, or about to be deleted. */
function isLeftover({ status }: ItemRecord): boolean {
  return status === 'superseded' || status === 'orphaned' || status === 'deleting';
}

/** Replaces `record` with `next`, or adds `next` if `record` does not exist. */
export function putRecord(documents: Documents, path: string, record: ItemRecord, next: ItemRecord): void {
  const document = documents.get(path) ?? { path, blob: null, chunkConfigHash: '', items: [] };
  const index = document.items.findIndex((each) => isSameIntent(each, record));
  if (index >= 0 && isDeepStrictEqual(document.items[index], next)) return;
  const items = index < 0 ? [...document.items, next] : document.items.with(index, next);
  const blob = keepsBlob(document.items[index], next) ? document.blob : null;
  documents.set(path, { ...document, blob, items });
}

/** Removes a record. If it was the last record of the document, removes the document as well, unless its blob is known to have no items. */
export function removeRecord(documents: Documents, path: string, record: ItemRecord): void {
  const document = documents.get(path);
  if (!document) return;
  const removedRecord = document.items.find((each) => isSameIntent(each, record));
  if (!removedRecord) return;
  const items = document.items.filter((each) => each !== removedRecord);
  const blob = keepsBlob(removedRecord, undefined) ? document.blob : null;
  if (items.length === 0 && blob === null && !hasReferences(document)) documents.delete(path);
  else documents.set(path, { ...document, blob, items });
}

/** Returns whether there are references to the path or name of a record. */
export function hasReferences({ usedBy = [], includedBy = [], owners = [] }: References): boolean {
  return usedBy.length + includedBy.length + owners.length > 0;
}

/** Replaces the references to a path or name. A record that has no references, no items and no blob is removed. */
export function putReferences(documents: Documents, path: string, references: References): void {
  const document = documents.get(path) ?? { path, blob: null, chunkConfigHash: '', items: [] };
  const { usedBy: _users, includedBy: _includers, owners: _owners, ...rest } = document;
  if (hasReferences(references)) documents.set(path, { ...rest, ...references });
  else if (rest.blob === null && rest.items.length === 0) documents.delete(path);
  else documents.set(path, rest);
}

/** Records that the request of an intent ended at `endedAt` with an unknown outcome. */
export function markRequestEnded<T extends { readonly by?: Writer | undefined }>(record: T, endedAt: number): T {
  const { run: _ended, ...by } = record.by ?? { at: endedAt };
  return { ...record, by: { ...by, at: endedAt } };
}

/**
 * Marks an item as a leftover, which is still on the service but no longer wanted. After an update or deletion with an unknown outcome, its content
 * is unknown, so it cannot be restored.
 */
export function markLeftover({ by: _ended, ...record }: ItemRecord, status: 'superseded' | 'orphaned'): ItemRecord {
  const isUnknown = record.status === 'updating' || record.status === 'deleting';
  return { ...record, status, ...(isUnknown ? { fingerprint: UNKNOWN_FINGERPRINT } : {}) };
}

/** Returns the remote ID of an item, which must have one. @throws Error if the item has no ID, which would be a bug */
export function requireId({ key, id }: Pick<ItemRecord, 'key' | 'id'>): string {
  if (id === undefined) throw new Error(`${key} has no remote ID`);
  return id;
}
