import { NO_CAPABILITIES } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { computeFingerprint } from '../fingerprint.ts';
import { LEASE_MS } from '../state/state-lease.ts';
import type { ItemRecord, Writer } from '../state/state-schema.ts';
import type { WantedItem } from '../wanted-items.ts';
import { mergeAfterWait } from './merge-plans.ts';
import { createPlan } from './plan.ts';
import type { Plan } from './plan-change.ts';

const me: Writer = { run: 'me', at: 10_000_000 };
const underWay: Writer = { run: 'other', at: me.at - 1_000 };

function createItem(name: string, content = 'new'): WantedItem {
  return { key: `a.md#${name}`, title: name, content, public: false, lines: [1, 1] };
}

function live(item: WantedItem): ItemRecord {
  return { key: item.key, title: item.title, fingerprint: computeFingerprint(item), status: 'live', revision: 1 };
}

function createCreatingRecord(item: WantedItem): ItemRecord {
  return { ...live(item), status: 'creating', by: underWay };
}

/** Returns a plan. @param at time at which it is created */
function createPlanFrom(records: ItemRecord[], items: WantedItem[], at = me.at): Plan {
  const documents = new Map([['a.md', { path: 'a.md', blob: null, chunkConfigHash: '', items: records }]]);
  const known = { documents, capabilities: NO_CAPABILITIES, me: { ...me, at } };
  return createPlan(known, { documents: [{ path: 'a.md', blob: 'b', items }], unchanged: new Set() });
}

function kinds({ changes }: Plan): string[] {
  return changes.map((change) => `${change.kind} ${'item' in change ? (change.item?.title ?? '') : ''}`.trim());
}

const [one, two] = [createItem('one'), createItem('two')];

describe('mergeAfterWait', () => {
  it('mergeAfterWait returns the first plan if no item was awaited', () => {
    const first = createPlanFrom([], [one, two]);
    expect(mergeAfterWait(first, createPlanFrom([live(one), live(two)], [one, two]))).toBe(first);
  });

  it('mergeAfterWait includes the outcome of each awaited item: sent by the other run, held, or sent by this run', () => {
    const first = createPlanFrom([createCreatingRecord(one)], [one, two]);
    expect(kinds(first)).toEqual(['wait one', 'create two']);
    const planAfter = (records: ItemRecord[], at?: number) =>
      kinds(mergeAfterWait(first, createPlanFrom(records, [one, two], at)));
    expect(planAfter([live(one), live(two)])).toEqual(['unchanged one', 'create two']);
    expect(planAfter([createCreatingRecord(one), live(two)], me.at + LEASE_MS)).toEqual(['hold one', 'create two']);
    expect(planAfter([live(two)])).toEqual(['create one', 'create two']);
    expect(planAfter([createCreatingRecord(one), live(two)])).toEqual(['wait one', 'create two']);
  });

  it('mergeAfterWait keeps the change that was sent for an item whose older version was awaited', () => {
    const oldItem = createItem('one', 'old');
    const first: Plan = {
      ...createPlanFrom([], [one]),
      changes: [...createPlanFrom([], [one]).changes, ...waitFor(oldItem)],
    };
    expect(kinds(first)).toEqual(['create one', 'wait']);
    expect(kinds(mergeAfterWait(first, createPlanFrom([live(one)], [one])))).toEqual(['create one']);
  });

  it('mergeAfterWait uses the data source connection of the later plan if it was awaited', () => {
    const source = {
      installationId: 7,
      owner: 'o',
      repo: 'r',
      branch: 'b',
      category: 'docs',
      provider: 'github',
    } as const;
    const first: Plan = { ...createPlanFrom([], [one]), connect: { kind: 'wait', source } };
    const later: Plan = { ...createPlanFrom([], [one]), connect: { kind: 'hold', source } };
    expect(mergeAfterWait(first, later).connect?.kind).toBe('hold');
    expect(mergeAfterWait(later, first).connect?.kind).toBe('hold');
  });
});

/** Returns the change that waits for another run that is sending an unwanted item. */
function waitFor(item: WantedItem) {
  return createPlanFrom([createCreatingRecord(item)], []).changes;
}
