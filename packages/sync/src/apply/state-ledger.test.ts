import { describe, expect, it } from 'vitest';
import { findRecord, putRecord } from '../state/item-records.ts';
import { createEmptyState } from '../state/new-state.ts';
import { StateConflictError, StateError } from '../state/state-errors.ts';
import type { ItemRecord } from '../state/state-schema.ts';
import { ALL_SHARDS, getShard } from '../state/state-shards.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { MemoryStore } from './memory-store.fixture.ts';
import { Ledger, PlanOutdatedError, type StateDraft, type StateEdit } from './state-ledger.ts';

const createRecord = (key: string): ItemRecord => ({ key, title: 'T', fingerprint: 'f', status: 'live', revision: 1 });
const putting =
  (key: string, path = 'a.md'): StateEdit =>
  ({ documents }) =>
    putRecord(documents, path, createRecord(key), createRecord(key));
const nothingEdit: StateEdit = () => undefined;

interface Options {
  readonly always?: StateEdit;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** Creates the ledger of a run for the current content of the store. */
async function ledgerOn(store: MemoryStore, { always = nothingEdit, sleep = async () => undefined }: Options = {}) {
  const base = store.snapshot();
  const documents = await base?.documents(ALL_SHARDS);
  const state =
    base && documents ? { meta: base.meta, documents } : createEmptyState('https://x/', 'p', CAPABILITIES.none);
  return new Ledger({ store, base, state, shards: ALL_SHARDS, always, sleep });
}

async function keysIn(store: MemoryStore): Promise<string[]> {
  const state = await store.state();
  return [...(state?.documents.values() ?? [])].flatMap(({ items }) => items.map(({ key }) => key)).sort();
}

describe('StateLedger.write', () => {
  it('a write of the ledger applies the edit of every write, then the noted results, then its own edit', async () => {
    const store = new MemoryStore();
    const order: string[] = [];
    const saying =
      (what: string): StateEdit =>
      () =>
        void order.push(what);
    const ledger = await ledgerOn(store, { always: saying('always') });
    ledger.noteResult(saying('first result'));
    ledger.noteResult(saying('second result'));
    await ledger.write('Intent', saying('edit'));
    expect(order).toEqual(['always', 'first result', 'second result', 'edit']);
    await ledger.write('Again', nothingEdit);
    expect(order.slice(4)).toEqual(['always']);
    expect(store.messages).toEqual(['Intent', 'Again']);
  });

  it('a write of the ledger increments the revision and passes it to its edits', async () => {
    const store = new MemoryStore();
    const ledger = await ledgerOn(store);
    const revisions: number[] = [];
    const noting: StateEdit = ({ revision }) => void revisions.push(revision);
    await ledger.write('one', noting);
    await ledger.write('two', noting);
    expect(revisions).toEqual([1, 2]);
    expect(ledger.state.meta.revision).toBe(2);
    expect(store.snapshot()?.meta.revision).toBe(2);
  });

  it('a write of the ledger changes only the shards of changed documents, and summarizes them', async () => {
    const store = new MemoryStore();
    const writtenTitles: string[][] = [];
    const swap = store.swap.bind(store);
    store.swap = (base, change, message) => {
      writtenTitles.push([...change.shards.keys()]);
      return swap(base, change, message);
    };
    const ledger = await ledgerOn(store);
    await ledger.write('two documents', (draft: StateDraft) => {
      putting('k')(draft);
      putting('l', 'b.md')(draft);
    });
    await ledger.write('one more item', putting('m'));
    await ledger.write('without b.md', ({ documents }) => void documents.delete('b.md'));
    const [a, b] = [getShard('a.md'), getShard('b.md')];
    expect(writtenTitles.map((shards) => shards.sort())).toEqual([[a, b].sort(), [a], [b]]);
    expect(store.snapshot()?.meta.shards).toEqual({
      [a]: { settled: null, live: 2, superseded: 0, orphaned: 0, inDoubt: 0, skipped: 0, reminders: [] },
    });
  });

  it('a write of the ledger adds counts that an earlier version did not record, without changing the files', async () => {
    const store = new MemoryStore();
    await (await ledgerOn(store)).write('two documents', (draft: StateDraft) => {
      putting('k')(draft);
      draft.documents.set('b.md', {
        path: 'b.md',
        blob: 'b',
        chunkConfigHash: 'r',
        skipped: 'it is a draft',
        items: [],
      });
    });
    const writtenVersion = store.snapshot();
    if (!writtenVersion) throw new Error('nothing was written');
    const shards = Object.entries(writtenVersion.meta.shards).map(([shard, { skipped: _uncounted, ...older }]) => [
      shard,
      older,
    ]);
    await store.swap(
      writtenVersion,
      { meta: { ...writtenVersion.meta, shards: Object.fromEntries(shards) }, shards: new Map() },
      '',
    );
    const changedPaths: string[] = [];
    const swap = store.swap.bind(store);
    store.swap = (base, change, message) => {
      changedPaths.push(...change.shards.keys());
      return swap(base, change, message);
    };
    await (await ledgerOn(store)).write('another item', putting('l'));
    expect(changedPaths).toEqual([getShard('a.md')]);
    expect(store.snapshot()?.meta.shards).toMatchObject({
      [getShard('a.md')]: { live: 2, skipped: 0 },
      [getShard('b.md')]: { live: 0, skipped: 1 },
    });
  });

  it('a write of the ledger is skipped if there are no results', async () => {
    const store = new MemoryStore();
    const ledger = await ledgerOn(store);
    await ledger.writeResults();
    expect(store.messages).toEqual([]);
  });
});

describe('results that have not been written', () => {
  it('results that arrive during a write are included in the next write', async () => {
    const store = new MemoryStore();
    const ledger = await ledgerOn(store);
    store.pause = async () => {
      store.pause = async () => undefined;
      ledger.noteResult(putting('meanwhile'));
    };
    await ledger.write('Intent', putting('edit'));
    expect(await keysIn(store)).toEqual(['edit']);
    await ledger.writeResults();
    expect(await keysIn(store)).toEqual(['edit', 'meanwhile']);
  });

  it('the results of a failed write are included in the next write, before newer results', async () => {
    const store = new MemoryStore();
    const ledger = await ledgerOn(store);
    ledger.noteResult(putting('first'));
    store.beforeWrite = () => {
      throw new StateError('store', 'no network', 'wait');
    };
    await expect(ledger.write('Intent', putting('edit'))).rejects.toThrow('no network');
    store.beforeWrite = () => undefined;
    const seenValues: unknown[] = [];
    ledger.noteResult(({ documents }) => void seenValues.push(findRecord(documents, 'a.md', createRecord('first'))));
    await ledger.writeResults();
    expect(await keysIn(store)).toEqual(['first']);
    expect(seenValues).toEqual([createRecord('first')]);
  });

  it('the ledger writes the results without the edit if the plan is outdated', async () => {
    const store = new MemoryStore();
    const ledger = await ledgerOn(store);
    ledger.noteResult(putting('result'));
    const throwOutdated: StateEdit = () => {
      throw new PlanOutdatedError('somebody was faster');
    };
    await expect(ledger.write('Intent', throwOutdated)).rejects.toThrow(PlanOutdatedError);
    expect(await keysIn(store)).toEqual(['result']);
    expect(store.messages).toEqual(['Result']);
    // The result is not written a second time.
    await ledger.writeResults();
    expect(store.messages).toEqual(['Result']);
  });
});

describe('a compare-and-swap that another run wins', () => {
  it('a write that another run overtakes is repeated on the newer state and keeps what the other run has written', async () => {
    const store = new MemoryStore();
    const [mine, other] = [await ledgerOn(store), await ledgerOn(store)];
    await other.write('other', putting('other'));
    expect(mine.rebased).toBe(false);
    mine.noteResult(putting('result'));
    const revisions: number[] = [];
    await mine.write('mine', (draft) => {
      revisions.push(draft.revision);
      putting('mine')(draft);
    });
    expect(mine.rebased).toBe(true);
    expect(await keysIn(store)).toEqual(['mine', 'other', 'result']);
    expect(revisions).toEqual([1, 2]);
  });

  it('a write that other runs keep overtaking is repeated with a backoff of up to five seconds, and then fails', async () => {
    const store = new MemoryStore();
    const waits: number[] = [];
    const ledger = await ledgerOn(store, { sleep: async (milliseconds) => void waits.push(milliseconds) });
    const other = await ledgerOn(store);
    await other.write('other', putting('other'));
    store.beforeWrite = () => {
      throw new StateConflictError('always somebody else');
    };
    await expect(ledger.write('mine', nothingEdit)).rejects.toThrow(StateConflictError);
    expect(waits).toHaveLength(39);
    expect(waits[0]).toBeLessThanOrEqual(200);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
  });

  it('a repeated write does not change the state if its results contain nothing new', async () => {
    const store = new MemoryStore();
    const clearing: StateEdit = ({ meta }) => {
      meta.synced = null;
    };
    const first = await ledgerOn(store);
    await first.write('both have sent it', putting('k'));
    const lateLedger = await ledgerOn(store, { always: clearing });
    await first.write('Synced', ({ meta }) => {
      meta.synced = { settings: 's', tree: 't', commit: 'c' };
    });
    lateLedger.noteResult(putting('k'));
    await lateLedger.writeResults();
    expect(store.messages).toEqual(['both have sent it', 'Synced']);
    expect(store.snapshot()?.meta.synced).not.toBeNull();
    // New results are written, and the state is no longer marked as synced.
    lateLedger.noteResult(putting('l'));
    await lateLedger.writeResults();
    expect(await keysIn(store)).toEqual(['k', 'l']);
    expect(store.snapshot()?.meta.synced).toBeNull();
  });

  it('a write fails with an error that suggests a fix if the state was deleted', async () => {
    const store = new MemoryStore();
    await (await ledgerOn(store)).write('first', putting('k'));
    const ledger = await ledgerOn(store);
    store.lose();
    const failure = await ledger.write('mine', nothingEdit).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StateError);
    expect(failure).toMatchObject({ code: 'store', hint: expect.stringContaining('restore it') });
  });
});
