import { isDeepStrictEqual } from 'node:util';
import { fingerprintOf } from '../fingerprint.ts';
import type { WantedItem } from '../wanted.ts';
import type { DocumentRecord, ItemRecord } from './schema.ts';

type Documents = Map<string, DocumentRecord>;

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

/** Puts `next` in the place of `record`; adds it where there is no such record. Whatever is edited is unsettled. */
export function put(documents: Documents, path: string, record: ItemRecord, next: ItemRecord): void {
  const document = documents.get(path) ?? { path, blob: null, recipe: '', items: [] };
  const index = document.items.findIndex((each) => sameIntent(each, record));
  if (index >= 0 && isDeepStrictEqual(document.items[index], next)) return;
  const items = index < 0 ? [...document.items, next] : document.items.with(index, next);
  documents.set(path, { ...document, blob: null, items });
}

/** Takes a record out, and the document with its last record. */
export function drop(documents: Documents, path: string, record: ItemRecord): void {
  const document = documents.get(path);
  if (!document) return;
  const items = document.items.filter((each) => !sameIntent(each, record));
  if (items.length === document.items.length) return;
  if (items.length === 0) documents.delete(path);
  else documents.set(path, { ...document, blob: null, items });
}

/** The record of an intent whose request is over, whatever came of it. */
export function over({ by, ...record }: ItemRecord): ItemRecord {
  return by ? { ...record, by: { at: by.at } } : record;
}
