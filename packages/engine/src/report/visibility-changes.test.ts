import { expect, it } from 'vitest';
import { create, item, record, supersede, update } from './report.fixture.ts';
import { getVisibilityChanges } from './visibility-changes.ts';

const PUBLIC = { public: true } as const;
const wanted = item('A', 'text', PUBLIC);
const hidden = item('A', 'text');

it.each([
  ['updated, public before and after', update('a.md', wanted, PUBLIC), undefined],
  ['updated, private before and after', update('a.md', hidden), undefined],
  ['updated and published', update('a.md', wanted), 'becomes public'],
  ['updated and withdrawn', update('a.md', hidden, PUBLIC), 'becomes private'],
  ['superseded and published', supersede('a.md', wanted), 'becomes public'],
  ['superseded and withdrawn', supersede('a.md', hidden, PUBLIC), 'becomes private, but the old version stays public'],
  [
    'restored and published',
    { kind: 'restore' as const, path: 'a.md', item: wanted, restored: record('A', PUBLIC), record: record('A') },
    'becomes public',
  ],
  ['new', create('a.md', wanted), undefined],
])('getVisibilityChanges returns the visibility change, if any, of an item that is %s', (_name, change, meaning) => {
  const { changes } = getVisibilityChanges([change]);
  expect(changes).toEqual(meaning === undefined ? [] : [{ path: 'a.md', title: 'A', meaning }]);
});

it('getVisibilityChanges counts new public items but does not list them', () => {
  expect(getVisibilityChanges([create('a.md', wanted), create('b.md', hidden), create('c.md', wanted)])).toEqual({
    changes: [],
    newPublic: 2,
  });
});
