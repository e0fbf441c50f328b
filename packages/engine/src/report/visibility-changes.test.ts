import { expect, it } from 'vitest';
import { create, item, record, supersede, update } from './report.fixture.ts';
import { getVisibilityChanges } from './visibility-changes.ts';

const PUBLIC = { public: true } as const;
const wantedItem = item('A', 'text', PUBLIC);
const hiddenItem = item('A', 'text');

it.each([
  ['updated, public before and after', update('a.md', wantedItem, PUBLIC), undefined],
  ['updated, private before and after', update('a.md', hiddenItem), undefined],
  ['updated and published', update('a.md', wantedItem), 'becomes public'],
  ['updated and withdrawn', update('a.md', hiddenItem, PUBLIC), 'becomes private'],
  ['superseded and published', supersede('a.md', wantedItem), 'becomes public'],
  [
    'superseded and withdrawn',
    supersede('a.md', hiddenItem, PUBLIC),
    'becomes private, but the old version stays public',
  ],
  [
    'restored and published',
    { kind: 'restore' as const, path: 'a.md', item: wantedItem, restored: record('A', PUBLIC), record: record('A') },
    'becomes public',
  ],
  ['new', create('a.md', wantedItem), undefined],
])('getVisibilityChanges returns the visibility change, if any, of an item that is %s', (_name, change, meaning) => {
  const { changes } = getVisibilityChanges([change]);
  expect(changes).toEqual(meaning === undefined ? [] : [{ path: 'a.md', title: 'A', meaning }]);
});

it('getVisibilityChanges counts new public items but does not list them', () => {
  expect(
    getVisibilityChanges([create('a.md', wantedItem), create('b.md', hiddenItem), create('c.md', wantedItem)]),
  ).toEqual({
    changes: [],
    newPublic: 2,
  });
});
