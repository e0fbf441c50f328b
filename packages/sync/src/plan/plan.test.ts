import { type Capabilities, NO_CAPABILITIES } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { computeFingerprint } from '../fingerprint.ts';
import type { DocumentRecord, ItemRecord, ItemStatus } from '../state/state-schema.ts';
import { computeTextFingerprint } from '../text-fingerprint.ts';
import type { WantedItem } from '../wanted-items.ts';
import { createPlan } from './plan.ts';

const ALL: Capabilities = { idempotency: true, update: true, delete: true, list: false };
const REMOVE: Capabilities = { ...NO_CAPABILITIES, delete: true };
const KEYS: Capabilities = { ...NO_CAPABILITIES, idempotency: true };

const item: WantedItem = { key: 'a.md#x', title: 'X', content: 'new', public: false, lines: [1, 1] };
const other = { ...item, content: 'old' };

function record(ofItem: WantedItem, status: ItemStatus, id?: string): ItemRecord {
  return {
    key: ofItem.key,
    title: ofItem.title,
    fingerprint: computeFingerprint(ofItem),
    status,
    revision: 1,
    ...(id ? { id } : {}),
  };
}

/** Returns the record of an item in doubt that was sent with a key that the service honors. */
function createKeyedRecord(of: WantedItem): ItemRecord {
  return { ...record(of, 'creating'), by: { at: 0, keyed: true } };
}

function kinds(records: ItemRecord[], can: Capabilities, items: WantedItem[] = [item]): string[] {
  const document: DocumentRecord = { path: 'a.md', blob: null, chunkConfigHash: '', items: records };
  const knownInput = { documents: new Map(records.length > 0 ? [['a.md', document]] : []), capabilities: can };
  const { changes, leftovers } = createPlan(knownInput, {
    documents: [{ path: 'a.md', blob: 'b', items }],
    unchanged: new Set(),
  });
  const names = changes.map((change) => (change.kind === 'update' ? `update ${change.by}` : change.kind));
  return [...names, ...leftovers.map((leftover) => `left ${leftover.record.status}`)];
}

describe('createPlan', () => {
  it.each<[string, ItemRecord[], Capabilities, string[]]>([
    ['nothing is recorded', [], NO_CAPABILITIES, ['create']],
    ['it is live', [record(item, 'live')], NO_CAPABILITIES, ['unchanged']],
    ['an older version is live', [record(other, 'live', 'i')], NO_CAPABILITIES, ['supersede']],
    ['an older version is live without an ID', [record(other, 'live')], ALL, ['supersede']],
    ['an older version is live', [record(other, 'live', 'i')], ALL, ['update in-place']],
    ['an older version is live', [record(other, 'live', 'i')], REMOVE, ['update create-then-delete']],
    ['an update is in doubt', [record(item, 'updating', 'i')], ALL, ['update in-place']],
    ['it is in doubt', [record(item, 'creating')], NO_CAPABILITIES, ['hold']],
    ['it is in doubt', [createKeyedRecord(item)], KEYS, ['create']],
    ['it is in doubt', [createKeyedRecord(item)], NO_CAPABILITIES, ['hold']],
    ['it is in doubt and was sent before keys were honored', [record(item, 'creating')], KEYS, ['hold']],
    ['an older version is in doubt', [record(other, 'creating')], KEYS, ['create', 'hold']],
    [
      'it is in doubt and an older version is live',
      [record(other, 'live', 'i'), record(item, 'creating')],
      NO_CAPABILITIES,
      ['hold'],
    ],
    [
      'it is in doubt and an older version is live',
      [record(other, 'live', 'i'), createKeyedRecord(item)],
      ALL,
      ['update create-then-delete'],
    ],
    ['it is superseded', [record(other, 'live'), record(item, 'superseded')], NO_CAPABILITIES, ['restore']],
    ['it is orphaned', [record(item, 'orphaned')], NO_CAPABILITIES, ['restore']],
    [
      'an older version is superseded',
      [record(item, 'live'), record(other, 'superseded')],
      NO_CAPABILITIES,
      ['unchanged', 'left superseded'],
    ],
    [
      'an older version is superseded and can now be deleted',
      [record(item, 'live'), record(other, 'superseded', 'i')],
      ALL,
      ['unchanged', 'delete'],
    ],
    ['a deletion was not finished', [record(other, 'deleting', 'i')], ALL, ['create', 'delete']],
  ])('plans the expected change of a wanted item if %s', (_name, records, can, expected) => {
    expect(kinds(records, can)).toEqual(expected);
  });

  const movedItem = { ...item, content: 'See [limits](b.md).' };
  const before = { ...item, content: 'See [limits](a.md).' };
  const withText = (of: WantedItem, status: ItemStatus, id?: string): ItemRecord => ({
    ...record(of, status, id),
    textFingerprint: computeTextFingerprint(of),
  });

  it.each<[string, ItemRecord[], Capabilities, string[]]>([
    ['the API can only create items', [withText(before, 'live', 'i')], NO_CAPABILITIES, ['defer']],
    ['the API can only create items and returns no ID', [withText(before, 'live')], KEYS, ['defer']],
    ['the API can update items', [withText(before, 'live', 'i')], ALL, ['update in-place']],
    ['the API can delete items', [withText(before, 'live', 'i')], REMOVE, ['update create-then-delete']],
    ['an earlier version recorded the item', [record(before, 'live', 'i')], NO_CAPABILITIES, ['supersede']],
    ['an update of the item is in doubt', [withText(before, 'updating', 'i')], NO_CAPABILITIES, ['supersede']],
    ['the text differs', [withText(other, 'live', 'i')], NO_CAPABILITIES, ['supersede']],
    ['nothing is live', [withText(before, 'orphaned')], NO_CAPABILITIES, ['create', 'left orphaned']],
    [
      'the new version is superseded',
      [withText(before, 'live'), withText(movedItem, 'superseded')],
      NO_CAPABILITIES,
      ['restore'],
    ],
    [
      'the new version is in doubt',
      [withText(before, 'live'), withText(movedItem, 'creating')],
      NO_CAPABILITIES,
      ['hold'],
    ],
  ])('plans the expected change of an item that differs only in URLs if %s', (_name, records, can, expected) => {
    expect(kinds(records, can, [movedItem])).toEqual(expected);
  });

  it('a plan updates an item whose visibility has changed', () => {
    expect(kinds([record({ ...item, public: true }, 'live', 'i')], ALL)).toEqual(['update in-place']);
  });

  it.each<[string, ItemRecord[], Capabilities, string[]]>([
    ['live', [record(item, 'live', 'i')], ALL, ['delete']],
    ['live', [record(item, 'live', 'i')], NO_CAPABILITIES, ['orphan']],
    ['live, without an ID', [record(item, 'live')], ALL, ['orphan']],
    ['in doubt', [record(item, 'creating')], ALL, ['hold']],
    ['orphaned', [record(item, 'orphaned')], NO_CAPABILITIES, ['left orphaned']],
  ])('plans the expected change of an unwanted item that is %s', (_name, records, can, expected) => {
    expect(kinds(records, can, [])).toEqual(expected);
  });
});

describe('the documents of a plan', () => {
  it('documents that were not read are counted in the plan without a change for each item', () => {
    const document: DocumentRecord = {
      path: 'a.md',
      blob: 'b',
      chunkConfigHash: 'r',
      items: [record(item, 'live'), record(other, 'orphaned')],
    };
    const known = { documents: new Map([['a.md', document]]), capabilities: NO_CAPABILITIES };
    const result = createPlan(known, { documents: [], unchanged: new Set(['a.md']) });
    expect(result).toMatchObject({ changes: [], unread: 1, gone: [], leftovers: [{ path: 'a.md' }] });
  });

  it('the plan deletes the items of a deleted document', () => {
    const document: DocumentRecord = {
      path: 'a.md',
      blob: 'b',
      chunkConfigHash: 'r',
      items: [record(item, 'live', 'i')],
    };
    const knownInput = { documents: new Map([['a.md', document]]), capabilities: ALL };
    expect(createPlan(knownInput, { documents: [], unchanged: new Set() })).toMatchObject({
      changes: [{ kind: 'delete' }],
      gone: ['a.md'],
    });
  });

  it('the plan sorts documents by path, and is the same for the same input', () => {
    const documents = ['c.md', 'a.md', 'b.md'].map((path) => ({
      path,
      blob: 'b',
      items: [{ ...item, key: `${path}#x` }],
    }));
    const knownInput = { documents: new Map(), capabilities: ALL };
    const make = () => createPlan(knownInput, { documents, unchanged: new Set() });
    expect(make().changes.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.md']);
    expect(make()).toEqual(make());
  });
});
