import { isDeepStrictEqual } from 'node:util';
import { fingerprintOf } from '../fingerprint.ts';
import type { WantedItem } from '../wanted.ts';
import type { DocumentRecord, ItemRecord, Writer } from './schema.ts';

type Documents = Map<string, DocumentRecord>;

/** The fingerprint of content that nobody knows. */
export const UNKNOWN = '';

/** What the state says of an item, but for what becomes of it. */
export function described(item: WantedItem): Pick<ItemRecord, 'key' | 'title' | 'fingerprint' | 'public'> {
  const { key, title } = item;
  return { key, title, fingerprint: fingerprintOf(item), ...(item.public ? { public: true } : {}) };
}

/** Two records speak of the same thing on the service when they agree in this. */
function sameIntent(a: ItemRecord, b: ItemRecord): boolean {
  return a.key === b.key && a.fingerprint === b.fingerprint && a.revision === b.revision;
}

/** The record as the state has it now. */
export function find(documents: ReadonlyMap<string, DocumentRecord>, path: string, record: ItemRecord) {
  return documents.get(path)?.items.find((each) => sameIntent(each, record));
}

/**
 * Whether a document's blob still stands for what it did when `next` takes the place of `record`. It stands for the live items alone: what is
 * left of earlier ones may come and go.
 */
function keepsBlob(record: ItemRecord | undefined, next: ItemRecord | undefined): boolean {
  const what = (each: ItemRecord | undefined) => {
    if (!each || isLeft(each)) return 'nothing';
    return each.status === 'live' ? each.fingerprint : undefined;
  };
  const before = what(record);
  return before !== undefined && before === what(next);
}

/** On the service, or about to be removed from it, and not wanted. */
function isLeft({ status }: ItemRecord): boolean {
  return status === 'superseded' || status === 'orphaned' || status === 'deleting';
}

/** Puts `next` in the place of `record`; adds it where there is no such record. */
export function put(documents: Documents, path: string, record: ItemRecord, next: ItemRecord): void {
  const document = documents.get(path) ?? { path, blob: null, chunkConfigHash: '', items: [] };
  const index = document.items.findIndex((each) => sameIntent(each, record));
  if (index >= 0 && isDeepStrictEqual(document.items[index], next)) return;
  const items = index < 0 ? [...document.items, next] : document.items.with(index, next);
  const blob = keepsBlob(document.items[index], next) ? document.blob : null;
  documents.set(path, { ...document, blob, items });
}

/** Takes a record out, and the document with its last record unless its blob is known to give no items. */
export function drop(documents: Documents, path: string, record: ItemRecord): void {
  const document = documents.get(path);
  if (!document) return;
  const dropped = document.items.find((each) => sameIntent(each, record));
  if (!dropped) return;
  const items = document.items.filter((each) => each !== dropped);
  const blob = keepsBlob(dropped, undefined) ? document.blob : null;
  if (items.length === 0 && blob === null) documents.delete(path);
  else documents.set(path, { ...document, blob, items });
}

/** The record of an intent whose request is over since `at`, and of which nobody knows what came of it. */
export function over<T extends { readonly by?: Writer | undefined }>(record: T, at: number): T {
  const { run: _nobody, ...by } = record.by ?? { at };
  return { ...record, by: { ...by, at } };
}

/**
 * The record of an item that stays although it is no longer wanted. What an update or a removal without an answer has made of it is not
 * known, so its content is none that could be wanted again.
 */
export function leftBehind({ by: _over, ...record }: ItemRecord, status: 'superseded' | 'orphaned'): ItemRecord {
  const isUnknown = record.status === 'updating' || record.status === 'deleting';
  return { ...record, status, ...(isUnknown ? { fingerprint: UNKNOWN } : {}) };
}
