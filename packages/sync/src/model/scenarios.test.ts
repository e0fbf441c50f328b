import { describe, expect, it } from 'vitest';
import { itemTexts } from '../apply/fake-platform.fixture.ts';
import { type Docs, listWantedTexts } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { pushAll } from './commands.fixture.ts';
import type { RunFaults } from './runner.fixture.ts';
import { NO_FAULTS, type Push, QUIET_PUSH, World } from './world.fixture.ts';

// Failures that the model has found, in their shortest form. `pushAll` checks the state after every push, and additional invariants after pushes
// without faults.

const { all, noList, noReplace, onlyIdempotency, onlyList, none } = CAPABILITIES;
const EMPTY: Docs = { 'a.md': {} };
const X: Docs = { 'a.md': { s0: 'x' } };
const Y: Docs = { 'a.md': { s0: 'y' } };

const push = (runFaults: Partial<RunFaults> = {}, more: Partial<Omit<Push, 'runFaults'>> = {}): Push => ({
  ...QUIET_PUSH,
  ...more,
  runFaults: { ...NO_FAULTS, ...runFaults },
});

/** Creates a world in which these docs were synced one after another. */
async function createWorld(can: typeof all | typeof none, ...history: Docs[]): Promise<World> {
  const world = new World(history[0] ?? EMPTY, can, Object.values(can).includes(true));
  await pushAll(world, [push()]);
  for (const docs of history.slice(1)) await syncNext(world, docs);
  return world;
}

/** Pushes a new commit with these docs. */
async function syncNext(world: World, docs: Docs, runFaults: Partial<RunFaults> = {}): Promise<void> {
  world.commits.push(docs);
  await pushAll(world, [push(runFaults)]);
}

describe('late results', () => {
  // Reads and writes of the state take no time, but the response for the item takes 25 seconds.
  const slow = { latencies: [0, 0, 0, 0, 0, 25_000] };

  it('a late result does not restore an item that newer runs have updated', async () => {
    const world = await createWorld(noList, EMPTY);
    world.commits.push(X, Y);
    await pushAll(world, [push(slow, { age: 1 }), push({}, { age: 1, start: 1_000 }), push({}, { start: 10_000 })]);
    await pushAll(world, [push()]);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(Y));
  });

  it('a late result does not restore an item that newer runs have deleted', async () => {
    const world = await createWorld(noList, EMPTY);
    world.commits.push(X, { ...EMPTY, 'b.md': {} });
    await pushAll(world, [push(slow, { age: 1 }), push({}, { age: 1, start: 1_000 }), push({}, { start: 10_000 })]);
    await syncNext(world, X);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(X));
  });
});

describe('differences between the state and the list', () => {
  it('a difference between the state and the list is not recorded if other runs have changed the record since', async () => {
    const world = await createWorld({ ...onlyList, update: true }, X);
    world.commits.push(Y, X);
    // The second run reads the state before the first one updates the item, and lists the items after the third one has restored it.
    await pushAll(world, [push({}, { age: 1 }), push({ latencies: [0, 1_000] }, { age: 1, verify: true }), push()]);
    await pushAll(world, [push()]);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(X));
  });
});

describe('deletion by an ID from the list', () => {
  it('an item that is deleted by an ID from the list is recorded with that ID even if another run wins the race to write the state', async () => {
    const world = new World({ ...X, 'b.md': {} }, all, false);
    await pushAll(world, [push()]);
    world.commits.push({ 'b.md': {} });
    const unlucky = push({ latencies: [2_140], writes: ['completed', 'completed', 'failed-before'] }, { verify: true });
    await pushAll(world, [unlucky, push({ latencies: [1_000] })]);
    await pushAll(world, [push({}, { verify: true })]);
    expect(itemTexts(world.platform)).toEqual([]);
  });
});

describe('missing state', () => {
  it('a missing state is not rebuilt with items that another first run has just created', async () => {
    const world = new World(X, all, true);
    // The second run finds no state, and lists the items after the first one has ended.
    await pushAll(world, [push(), push({ latencies: [0, 0, 500, 0] })]);
    await pushAll(world, [push({}, { verify: true })]);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(X));
  });
});

describe('listed items in doubt', () => {
  it('an item in doubt that the list shows becomes the current item, although the older version is live, too', async () => {
    const world = await createWorld(onlyList, X);
    await syncNext(world, Y, { fates: ['lost-after'] });
    await pushAll(world, [push()]);
    expect(itemTexts(world.platform)).toEqual([...listWantedTexts(X), ...listWantedTexts(Y)]);
  });

  it('an item in doubt is resolved only after the time within which the service must list it', async () => {
    const world = await createWorld(onlyList, EMPTY);
    world.commits.push(X);
    const lost = push({ latencies: [0, 0, 0, 0, 20_000, 20_000], fates: ['lost-late'], late: 50_000 });
    await pushAll(world, [lost, push({}, { start: 60_500 })]);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(X));
  });
});

describe('intents without an honored Idempotency-Key', () => {
  it('an intent sent without an honored Idempotency-Key is not sent again after the service starts to honor keys', async () => {
    const world = await createWorld(none, EMPTY);
    await syncNext(world, X, { fates: ['lost-after'] });
    world.setMode(onlyIdempotency, true);
    await pushAll(world, [push()]);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(X));
  });

  it('an intent sent without an honored Idempotency-Key does not connect a data source again', async () => {
    const world = new World(EMPTY, none, false);
    await pushAll(world, [push({ fates: ['lost-after'] })]);
    world.setMode(onlyIdempotency, true);
    await pushAll(world, [push()]);
    expect(world.platform.dataSources).toHaveLength(1);
  });
});

describe('leftovers of an update or deletion without a response', () => {
  it.each([
    ['a replacement', Y],
    ['a removal', EMPTY],
  ])(
    'leftover items are not treated as the original item after the service stopped supporting the request: %s',
    async (_name, docs) => {
      const world = await createWorld(noList, X);
      await syncNext(world, docs, { fates: ['lost-after'] });
      world.setMode(onlyIdempotency, true);
      await pushAll(world, [push()]);
      await syncNext(world, X);
      expect(itemTexts(world.platform)).toEqual(expect.arrayContaining(listWantedTexts(X)));
    },
  );
});

describe('data sources', () => {
  it.each([
    ['held', none],
    ['sent again with the same key', onlyIdempotency],
  ])('a data source in doubt is %s when its settings are restored', async (_name, can) => {
    const world = await createWorld(can, EMPTY);
    const { source } = world;
    world.source = { ...source, branch: 'b' };
    await pushAll(world, [push({ fates: ['lost-after'] })]);
    world.source = source;
    await pushAll(world, [push()]);
    world.source = { ...source, branch: 'b' };
    await pushAll(world, [push()]);
    expect(world.platform.dataSources.map(({ branch }) => branch)).toEqual(['a', 'b']);
  });

  it('a data source is connected by the next run if the run reaches its time limit', async () => {
    const world = new World(EMPTY, none, false);
    const [late] = await world.push(push({}, { time: 0 }));
    expect(late?.outcome?.result?.end).toBe('out-of-time');
    await pushAll(world, [push()]);
    expect(world.platform.dataSources).toHaveLength(1);
  });
});

describe('leftover items', () => {
  it('a document counts as resolved after its leftover items are forgotten', async () => {
    const world = await createWorld(none, X, Y);
    world.actors.clearAway(await world.state());
    await pushAll(world, [push({}, { isForgotten: () => true })]);
    expect((await world.state())?.documents.get('a.md')?.blob).not.toBeNull();
  });

  it('leftover items are deleted in the same run if the service can delete', async () => {
    const world = await createWorld(none, X, Y);
    world.setMode(onlyList, false);
    await pushAll(world, [push({}, { verify: true })]);
    world.setMode({ ...noReplace, list: true }, true);
    await syncNext(world, X);
    expect(itemTexts(world.platform)).toEqual(listWantedTexts(X));
  });
});

describe('the time limit of a run', () => {
  it('a run continues sending while the state is written', async () => {
    const world = new World(X, none, false);
    const [ended] = await world.push(push({ latencies: [10_001], writeWay: 60_000 }));
    expect(ended?.outcome?.result?.end).toBe('complete');
  });

  it('a run does not write the state while it waits for another run', async () => {
    const world = await createWorld(none, EMPTY);
    world.commits.push(X);
    // The run is killed after it has recorded its intent. Other runs can detect this only by the age of the intent.
    await pushAll(world, [push({ dies: 5 })]);
    const writes = world.store.messages.length;
    await pushAll(world, [push()]);
    expect(world.store.messages.length - writes).toBeLessThan(5);
  });
});

it('an older run changes nothing after a newer run without changes', async () => {
  const world = await createWorld(all, EMPTY);
  // The history contains a commit and its revert. The run for the revert starts first.
  world.commits.push(X, EMPTY);
  await world.push(push());
  await world.push(push({}, { age: 1 }));
  expect(itemTexts(world.platform)).toEqual([]);
});
