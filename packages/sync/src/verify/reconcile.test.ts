import { describe, expect, it } from 'vitest';
import { LEASE_MS } from '../state/state-lease.ts';
import type { DocumentRecord, ItemRecord, ItemStatus, Writer } from '../state/state-schema.ts';
import type { Correction } from './correct-record.ts';
import { reconcile } from './reconcile.ts';
import type { RemoteItem } from './remote-items.ts';

const me: Writer = { run: 'me', at: 10_000_000 };
const agesAgo = { at: me.at - LEASE_MS };
const underWay = { run: 'other', at: me.at - 1_000 };
const deadRun = { run: 'other', at: me.at - LEASE_MS };
const diedLongAgo = { run: 'other', at: me.at - 2 * LEASE_MS };

const record = (key: string, status: ItemStatus, more: Partial<ItemRecord> = {}): ItemRecord => ({
  key,
  title: 'T',
  fingerprint: 'f',
  status,
  revision: 1,
  ...more,
});
const item = (id: string, fingerprint = 'f'): RemoteItem => ({ id, title: `title of ${id}`, fingerprint });
const documents = (...items: ItemRecord[]): ReadonlyMap<string, DocumentRecord> =>
  new Map([['a.md', { path: 'a.md', blob: null, chunkConfigHash: 'r', items }]]);

/** Returns a correction as a tuple: key, finding, and the new status and ID of the record. */
const summarize = ({ record: { key }, finding, next }: Correction) => [key, finding, next?.status, next?.id];

describe('reconcile', () => {
  it.each<[string, ItemRecord, RemoteItem[], unknown[]]>([
    ['live and listed', record('k', 'live', { id: '1' }), [item('1')], []],
    ['live and not listed', record('k', 'live', { id: '1' }), [], [['k', 'missing', undefined, undefined]]],
    ['live and changed', record('k', 'live', { id: '1' }), [item('1', 'g')], [['k', 'changed', 'live', '1']]],
    ['live, with an unknown ID', record('k', 'live'), [item('1')], [['k', 'identified', 'live', '1']]],
    [
      'live, with an unknown ID, not listed',
      record('k', 'live'),
      [item('1', 'g')],
      [['k', 'missing', undefined, undefined]],
    ],
    ['superseded and listed', record('k', 'superseded', { id: '1' }), [item('1')], []],
    [
      'superseded and edited',
      record('k', 'superseded', { id: '1' }),
      [item('1', 'g')],
      [['k', 'changed', 'superseded', '1']],
    ],
    [
      'orphaned, with unknown content',
      record('k', 'orphaned', { id: '1', fingerprint: '' }),
      [item('1', 'g')],
      [['k', 'identified', 'orphaned', '1']],
    ],
    ['superseded and not listed', record('k', 'superseded', { id: '1' }), [], [['k', 'gone', undefined, undefined]]],
    ['orphaned, with an unknown ID', record('k', 'orphaned'), [item('1')], [['k', 'identified', 'orphaned', '1']]],
    ['orphaned and not listed', record('k', 'orphaned'), [], [['k', 'gone', undefined, undefined]]],
    ['in doubt and listed', record('k', 'creating', { by: agesAgo }), [item('1')], [['k', 'was-sent', 'live', '1']]],
    [
      'in doubt and not listed',
      record('k', 'creating', { by: agesAgo }),
      [item('1', 'g')],
      [['k', 'was-not-sent', undefined, undefined]],
    ],
    // The service may list the item later.
    ['in doubt since just now, not listed', record('k', 'creating', { by: { at: me.at - 1 } }), [], []],
    [
      'in doubt since just now, listed',
      record('k', 'creating', { by: { at: me.at - 1 } }),
      [item('1')],
      [['k', 'was-sent', 'live', '1']],
    ],
    ['being sent by another run, listed', record('k', 'creating', { by: underWay }), [item('1')], []],
    ['being sent by another run, not listed', record('k', 'creating', { by: underWay }), [], []],
    // The last request of the killed run may have ended a moment ago.
    ['of a run that died, not listed', record('k', 'creating', { by: deadRun }), [], []],
    [
      'of a run that died long ago',
      record('k', 'creating', { by: diedLongAgo }),
      [],
      [['k', 'was-not-sent', undefined, undefined]],
    ],
    // The item is updated again, whether the service has its new or its old content.
    ['being updated, in doubt', record('k', 'updating', { id: '1', by: agesAgo }), [item('1', 'g')], []],
    [
      'being updated, in doubt, not listed',
      record('k', 'updating', { id: '1', by: agesAgo }),
      [],
      [['k', 'missing', undefined, undefined]],
    ],
    ['being deleted by another run', record('k', 'deleting', { id: '1', by: underWay }), [], []],
    [
      'being deleted, in doubt, not listed',
      record('k', 'deleting', { id: '1', by: agesAgo }),
      [],
      [['k', 'missing', undefined, undefined]],
    ],
  ])('reconcile returns the expected corrections for a record: %s', (_name, one, held, expected) => {
    expect(reconcile(documents(one), held, me).corrections.map(summarize)).toEqual(expected);
  });

  it('reconcile records edits that others made on the platform', () => {
    const { corrections } = reconcile(documents(record('k', 'live', { id: '1' })), [item('1', 'g')], me);
    expect(corrections[0]?.next).toMatchObject({ title: 'title of 1', fingerprint: 'g', key: 'k', revision: 1 });
  });

  it('reconcile removes the name of the run from an item that is no longer in doubt', () => {
    const { corrections } = reconcile(documents(record('k', 'creating', { by: deadRun })), [item('1')], me);
    expect(corrections[0]?.next).not.toHaveProperty('by');
  });
});

describe('items with the same content', () => {
  it('items with the same content are each matched once', () => {
    const twins = documents(record('k', 'live'), record('l', 'live'), record('m', 'live'));
    const { corrections, unknown } = reconcile(twins, [item('1'), item('2')], me);
    expect(corrections.map(summarize)).toEqual([
      ['k', 'identified', 'live', '1'],
      ['l', 'identified', 'live', '2'],
      ['m', 'missing', undefined, undefined],
    ]);
    expect(unknown).toEqual([]);
  });

  it('reconcile matches the record with the ID first, then known items, then items in doubt', () => {
    const twins = documents(
      record('doubt', 'creating', { by: agesAgo }),
      record('no id', 'live'),
      record('id', 'live', { id: '1' }),
    );
    expect(reconcile(twins, [item('1'), item('2')], me).corrections.map(summarize)).toEqual([
      ['no id', 'identified', 'live', '2'],
      ['doubt', 'was-not-sent', undefined, undefined],
    ]);
  });

  it('reconcile does not match the records of a third run if a run in progress may have created the items', () => {
    const twins = documents(record('k', 'creating', { by: underWay }), record('l', 'creating', { by: agesAgo }));
    expect(reconcile(twins, [item('1')], me).corrections.map(summarize)).toEqual([
      ['l', 'was-not-sent', undefined, undefined],
    ]);
  });
});

it('reconcile compares only items in doubt if requested', () => {
  const mixedDocuments = documents(
    record('k', 'live', { id: '1' }),
    record('l', 'live'),
    record('m', 'orphaned'),
    record('n', 'creating', { by: agesAgo }),
  );
  const { corrections } = reconcile(mixedDocuments, [item('2')], me, 'in-doubt');
  expect(corrections.map(summarize)).toEqual([['n', 'was-not-sent', undefined, undefined]]);
});

it('reconcile returns unknown items, and does not change them', () => {
  const { corrections, unknown } = reconcile(
    documents(record('k', 'live', { id: '1' })),
    [item('1'), item('9', 'g')],
    me,
  );
  expect(corrections).toEqual([]);
  expect(unknown).toEqual([item('9', 'g')]);
});
