import { describe, expect, it } from 'vitest';
import { findRecord, markRequestEnded, putRecord, removeRecord } from './item-records.ts';
import type { DocumentRecord, ItemRecord } from './state-schema.ts';

const path = 'a.md';
const record: ItemRecord = { key: 'k', title: 'T', fingerprint: 'f', status: 'live', revision: 1 };
const other: ItemRecord = { ...record, key: 'other' };
const documentsWith = (...items: ItemRecord[]) =>
  new Map<string, DocumentRecord>([[path, { path, blob: 'b', chunkConfigHash: 'r', items }]]);

describe('findRecord', () => {
  it.each<[string, Partial<ItemRecord>, boolean]>([
    [
      'findRecord matches a record with another status',
      { status: 'superseded', id: '1', title: 'Other', by: { at: 1 } },
      true,
    ],
    ['findRecord does not match a record with another key', { key: 'l' }, false],
    ['findRecord does not match a record with other content', { fingerprint: 'g' }, false],
    ['findRecord does not match a record of another intent', { revision: 2 }, false],
  ])('%s', (_name, more, isSame) => {
    expect(findRecord(documentsWith(record), path, { ...record, ...more })).toBe(isSame ? record : undefined);
    expect(findRecord(documentsWith(record), 'b.md', record)).toBeUndefined();
  });
});

describe('putRecord', () => {
  it('putRecord replaces an existing record', () => {
    const documents = documentsWith(record, other);
    putRecord(documents, path, record, { ...record, status: 'orphaned' });
    expect(documents.get(path)).toEqual({
      path,
      blob: null,
      chunkConfigHash: 'r',
      items: [{ ...record, status: 'orphaned' }, other],
    });
  });

  it('putRecord adds a new record and its document', () => {
    const documents = documentsWith(other);
    putRecord(documents, path, record, record);
    putRecord(documents, 'b.md', record, record);
    expect(documents.get(path)?.items).toEqual([other, record]);
    expect(documents.get('b.md')).toEqual({ path: 'b.md', blob: null, chunkConfigHash: '', items: [record] });
  });

  it('putRecord changes nothing for an equal record', () => {
    const documents = documentsWith(record);
    const before = documents.get(path);
    putRecord(documents, path, record, { ...record });
    expect(documents.get(path)).toBe(before);
  });
});

describe('removeRecord', () => {
  it('removeRecord keeps the other records and leaves the document unresolved', () => {
    const documents = documentsWith(record, other);
    removeRecord(documents, path, record);
    expect(documents.get(path)).toMatchObject({ blob: null, items: [other] });
  });

  it('removeRecord removes the document with its last record', () => {
    const documents = documentsWith(record);
    removeRecord(documents, path, record);
    expect(documents.has(path)).toBe(false);
  });

  it('removeRecord changes nothing for a missing record', () => {
    const documents = documentsWith(other);
    const before = documents.get(path);
    removeRecord(documents, path, record);
    removeRecord(documents, 'b.md', record);
    expect([...documents.values()]).toEqual([before]);
    expect(documents.get(path)).toBe(before);
  });
});

it('markRequestEnded removes the name of the run and records the time', () => {
  expect(markRequestEnded({ ...record, by: { run: 'me', at: 5, keyed: true } }, 7)).toEqual({
    ...record,
    by: { at: 7, keyed: true },
  });
  expect(markRequestEnded(record, 7)).toEqual({ ...record, by: { at: 7 } });
});
