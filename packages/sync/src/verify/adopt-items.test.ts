import { expect, it } from 'vitest';
import { getDocuments } from '../docs.fixture.ts';
import { computeFingerprint } from '../fingerprint.ts';
import { adopt } from './adopt-items.ts';
import { applyCorrections } from './correct-record.ts';
import type { RemoteItem } from './remote-items.ts';

const WANTED = getDocuments({ 'a.md': { intro: 'A1', usage: 'A2' }, 'b.md': { intro: 'B1' } });

/** Returns the wanted items with these keys and one other item, in the form of the platform's list. */
function createRemoteItems(...keys: string[]): RemoteItem[] {
  const items = WANTED.flatMap(({ items }) => items).filter(({ key }) => keys.includes(key));
  return items.map((item) => ({ id: `id of ${item.key}`, title: item.title, fingerprint: computeFingerprint(item) }));
}

it('adoptItems imports every item that equals a wanted item, and returns the rest', () => {
  const other: RemoteItem = { id: '9', title: 'Other', fingerprint: 'g' };
  const editedItem: RemoteItem = { id: '8', title: 'a.md › usage', fingerprint: 'h' };
  const { corrections, unknown } = adopt(WANTED, [other, editedItem, ...createRemoteItems('b.md#intro', 'a.md#intro')]);
  expect(corrections).toMatchObject([
    { path: 'a.md', finding: 'adopted', next: { key: 'a.md#intro', status: 'live', id: 'id of a.md#intro' } },
    { path: 'b.md', finding: 'adopted', next: { key: 'b.md#intro', status: 'live', id: 'id of b.md#intro' } },
  ]);
  expect(unknown).toEqual([other, editedItem]);
});

it('adoptItems imports one item for only one of two equal wanted items', () => {
  const twins = getDocuments({ 'a.md': { twin: 'x', 'other twin': 'x' } });
  const [twin] = twins.flatMap(({ items }) => items);
  const heldItems = twin ? [{ id: '1', title: twin.title, fingerprint: computeFingerprint(twin) }] : [];
  const { corrections, unknown } = adopt(twins, heldItems);
  expect(corrections.map(({ next }) => next?.key)).toEqual(['a.md#twin']);
  expect(unknown).toEqual([]);
});

it('adoptItems returns a state that contains only the imported items', () => {
  const { corrections } = adopt(WANTED, createRemoteItems('a.md#usage'));
  const documents = applyCorrections(new Map(), corrections);
  expect([...documents.keys()]).toEqual(['a.md']);
  expect(documents.get('a.md')).toMatchObject({ blob: null, items: [{ key: 'a.md#usage', status: 'live' }] });
});

it('adoptItems imports nothing if there are no wanted or no existing items', () => {
  expect(adopt(WANTED, [])).toEqual({ corrections: [], unknown: [] });
  expect(adopt([], createRemoteItems('a.md#intro'))).toMatchObject({
    corrections: [],
    unknown: [{ id: 'id of a.md#intro' }],
  });
});
