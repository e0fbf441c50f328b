import { type Capabilities, NO_CAPABILITIES } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { computeFingerprint } from '../fingerprint.ts';
import { LEASE_MS } from '../state/state-lease.ts';
import type { ItemRecord, ItemStatus, Writer } from '../state/state-schema.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import type { WantedItem } from '../wanted-items.ts';
import { createPlan } from './plan.ts';
import type { Leftover, OnInDoubt } from './plan-change.ts';

const me: Writer = { run: 'me', at: 10_000_000 };
const [underWay, died] = [
  { run: 'other', at: me.at - 1_000 },
  { run: 'other', at: me.at - LEASE_MS },
];
const lost = { at: me.at - 1_000 };
/** The request was sent with a key that the service honors. */
const keyed = true;

const item: WantedItem = { key: 'a.md#x', title: 'X', content: 'new', public: false, lines: [1, 1] };
const older = { ...item, content: 'old' };

function record(of: WantedItem, status: ItemStatus, more: Partial<ItemRecord> = {}): ItemRecord {
  return { key: of.key, title: of.title, fingerprint: computeFingerprint(of), status, revision: 1, ...more };
}

interface Given {
  readonly can?: Capabilities;
  readonly items?: WantedItem[];
  readonly onInDoubt?: OnInDoubt;
  readonly getDecision?: (inDoubt: Leftover) => OnInDoubt | undefined;
  readonly isForgotten?: (leftover: Leftover) => boolean;
}

function createPlanFrom(records: ItemRecord[], { can = NO_CAPABILITIES, items = [item], ...more }: Given = {}) {
  const known = {
    documents: new Map([['a.md', { path: 'a.md', blob: null, chunkConfigHash: '', items: records }]]),
    capabilities: can,
    me,
    ...more,
  };
  return createPlan(known, { documents: [{ path: 'a.md', blob: 'b', items }], unchanged: new Set() });
}

function kinds(records: ItemRecord[], given?: Given): string[] {
  const { changes, leftovers } = createPlanFrom(records, given);
  return [...changes.map(({ kind }) => kind), ...leftovers.map((leftover) => `left ${leftover.record.status}`)];
}

describe('items of other runs', () => {
  it.each<[string, ItemRecord[], Capabilities, string[]]>([
    ['sending in its wanted version', [record(item, 'creating', { by: underWay })], CAPABILITIES.none, ['wait']],
    [
      'sending in its wanted version with an Idempotency-Key',
      [record(item, 'creating', { by: { ...underWay, keyed } })],
      CAPABILITIES.noList,
      ['create'],
    ],
    ['sending in an older version', [record(older, 'creating', { by: underWay })], CAPABILITIES.noList, ['wait']],
    ['updating', [record(older, 'updating', { id: '1', by: underWay })], CAPABILITIES.all, ['wait']],
    ['deleting', [record(older, 'deleting', { id: '1', by: underWay })], CAPABILITIES.all, ['wait']],
  ])('an item that another run is %s has the expected plan', (_name, records, can, expected) => {
    expect(kinds(records, { can })).toEqual(expected);
  });

  it.each<[ItemStatus]>([['creating'], ['updating'], ['deleting']])(
    'the plan waits for an item that another run is %s even if it is not wanted',
    (status) => {
      expect(kinds([record(item, status, { id: '1', by: underWay })], { can: CAPABILITIES.all, items: [] })).toEqual([
        'wait',
      ]);
    },
  );

  it('an item that another run is sending does not affect its other records', () => {
    const [live, sending] = [record(older, 'live', { id: '1' }), record(item, 'creating', { by: underWay })];
    const { changes } = createPlanFrom([live, sending]);
    expect(changes).toMatchObject([{ kind: 'wait', record: sending, standing: [live], item }]);
  });

  it('an older version that another run is deleting does not delay the wanted item', () => {
    const gone = record(older, 'deleting', { id: '1', by: underWay });
    expect(kinds([record(item, 'live', { id: '2' }), gone], { can: CAPABILITIES.all })).toEqual(['unchanged', 'wait']);
  });

  it.each<[string, Given, ItemRecord, string]>([
    ['its lease has ended', {}, record(item, 'creating', { by: died }), 'hold'],
    ['its request has ended', {}, record(item, 'creating', { by: lost }), 'hold'],
    [
      'its request has ended, and a user has decided about the item',
      { onInDoubt: 'resend' },
      record(item, 'creating', { by: lost }),
      'create',
    ],
  ])('an item that another run was sending counts as in doubt if %s', (_name, given, one, kind) => {
    expect(kinds([one], given)).toEqual([kind]);
  });

  it('an item that another run was sending counts as in doubt in a plan without a run', () => {
    const known = {
      documents: new Map([
        [
          'a.md',
          { path: 'a.md', blob: null, chunkConfigHash: '', items: [record(item, 'creating', { by: underWay })] },
        ],
      ]),
      capabilities: NO_CAPABILITIES,
    };
    const { changes } = createPlan(known, {
      documents: [{ path: 'a.md', blob: 'b', items: [item] }],
      unchanged: new Set(),
    });
    expect(changes.map(({ kind }) => kind)).toEqual(['hold']);
  });
});

describe('items whose response was just lost', () => {
  it.each<[string, Capabilities, Writer, string]>([
    ['an item without a response waits if the list will show it', CAPABILITIES.onlyList, lost, 'wait'],
    ['an item without a response is sent again if its key is honored', CAPABILITIES.all, { ...lost, keyed }, 'create'],
    ['an item without a response waits if its key was not honored', CAPABILITIES.all, lost, 'wait'],
    [
      'an item without a response is not sent again if nothing can determine the outcome',
      CAPABILITIES.none,
      lost,
      'hold',
    ],
  ])('%s', (_name, can, by, kind) => {
    expect(kinds([record(item, 'creating', { by })], { can })).toEqual([kind]);
  });
});

describe('decisions about one item in doubt', () => {
  const second = { ...item, key: 'a.md#y' };
  const both = [record(item, 'creating', { by: died }), record(second, 'creating', { by: died })];
  const saying = (key: string, decision: OnInDoubt) => (inDoubt: Leftover) =>
    inDoubt.record.key === key ? decision : undefined;

  it.each<[OnInDoubt | undefined, OnInDoubt, string[]]>([
    [undefined, 'resend', ['create', 'hold']],
    [undefined, 'assume-created', ['restore', 'hold']],
    ['assume-created', 'resend', ['create', 'restore']],
    ['resend', 'assume-created', ['restore', 'create']],
    ['resend', 'hold', ['hold', 'create']],
  ])(
    'a decision about one item takes precedence over the decision for all items and affects no other item: %s for all, %s for one',
    (all, one, expected) => {
      const given = { items: [item, second], getDecision: saying(item.key, one), ...(all ? { onInDoubt: all } : {}) };
      expect(kinds(both, given)).toEqual(expected);
    },
  );

  it.each<[OnInDoubt, string[]]>([
    ['resend', ['forget', 'hold']],
    ['assume-created', ['orphan', 'hold']],
    ['hold', ['hold', 'hold']],
  ])('a decision applies to an item that is no longer wanted: %s', (one, expected) => {
    expect(kinds(both, { items: [], getDecision: saying(item.key, one) })).toEqual(expected);
  });

  it('a decision can apply to all items of a document', () => {
    const getDecision = ({ path }: Leftover) => (path === 'a.md' ? 'resend' : undefined);
    expect(kinds(both, { items: [item, second], getDecision })).toEqual(['create', 'create']);
  });

  it('a decision does not affect an item that another run is sending', () => {
    const sending = record(item, 'creating', { by: underWay });
    expect(kinds([sending], { getDecision: saying(item.key, 'resend') })).toEqual(['wait']);
  });
});

describe('items that a user reports as deleted', () => {
  const isForgotten = ({ record: { key } }: Leftover) => key === item.key;

  it.each<[ItemStatus, string[]]>([
    ['superseded', ['unchanged', 'forget']],
    ['orphaned', ['unchanged', 'forget']],
  ])('an item that a user reports as deleted is forgotten if it is %s', (status, expected) => {
    expect(kinds([record(item, 'live'), record(older, status)], { isForgotten })).toEqual(expected);
  });

  it('an item that a user reports as deleted is forgotten instead of deleted', () => {
    const records = [record(item, 'live'), record(older, 'orphaned', { id: '1' })];
    expect(kinds(records, { isForgotten, can: CAPABILITIES.all })).toEqual(['unchanged', 'forget']);
  });

  it.each<[string, ItemRecord[], string[]]>([
    ['a wanted item', [record(item, 'live')], ['unchanged']],
    ['another item', [record({ ...older, key: 'other' }, 'orphaned')], ['create', 'left orphaned']],
    ['an item in doubt', [record(older, 'creating', { by: died })], ['create', 'hold']],
  ])('the report of a deleted item is ignored for %s', (_name, records, expected) => {
    expect(kinds(records, { isForgotten })).toEqual(expected);
  });
});
