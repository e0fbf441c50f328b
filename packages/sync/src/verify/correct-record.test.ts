import { describe, expect, it } from 'vitest';
import type { DocumentRecord, ItemRecord } from '../state/state-schema.ts';
import { applyCorrections, type Correction, correctRecord } from './correct-record.ts';

const record: ItemRecord = { key: 'k', title: 'T', fingerprint: 'f', status: 'live', id: '1', revision: 1 };
const changedRecord: ItemRecord = { ...record, fingerprint: 'g', title: 'Other' };
const path = 'a.md';
const documentsWith = (...items: ItemRecord[]) =>
  new Map<string, DocumentRecord>([[path, { path, blob: 'b', chunkConfigHash: 'r', items }]]);

describe('corrections', () => {
  it.each<[string, ItemRecord[], Omit<Correction, 'path'>, ItemRecord[] | undefined]>([
    [
      'of an item that others have edited',
      [record],
      { record, next: changedRecord, finding: 'changed' },
      [changedRecord],
    ],
    ['of an item that others have deleted', [record], { record, next: undefined, finding: 'missing' }, undefined],
    [
      'of a record that has changed since the service was read',
      [{ ...record, status: 'updating' }],
      { record, next: undefined, finding: 'missing' },
      [{ ...record, status: 'updating' }],
    ],
    [
      'of a record that was removed',
      [{ ...record, key: 'other' }],
      { record, next: changedRecord, finding: 'changed' },
      [{ ...record, key: 'other' }],
    ],
    ['that imports an unknown item', [], { record, next: record, finding: 'adopted' }, [record]],
    [
      'that imports an item that the state already contains',
      [{ ...record, status: 'orphaned' }],
      { record, next: record, finding: 'adopted' },
      [{ ...record, status: 'orphaned' }],
    ],
  ])('a correction %s has the expected effect', (_name, items, correction, expected) => {
    const documents = documentsWith(...items);
    correctRecord(documents, { path, ...correction });
    expect(documents.get(path)?.items).toEqual(expected);
  });

  it('a correction leaves the document unresolved', () => {
    const documents = documentsWith(record, { ...record, key: 'other' });
    correctRecord(documents, { path, record, next: undefined, finding: 'missing' });
    expect(documents.get(path)?.blob).toBeNull();
  });
});

it('applyCorrections does not change its input', () => {
  const documents = documentsWith(record);
  const corrected = applyCorrections(documents, [{ path, record, next: changedRecord, finding: 'changed' }]);
  expect(corrected.get(path)?.items).toEqual([changedRecord]);
  expect(documents).toEqual(documentsWith(record));
});
