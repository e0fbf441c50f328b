import { isDeepStrictEqual } from 'node:util';
import type { Capabilities } from '@context-sync/core';
import fc from 'fast-check';
import { type Docs, getTitle } from '../docs.fixture.ts';
import type { Leftover } from '../plan/plan-change.ts';
import type { ItemRecord } from '../state/state-schema.ts';
import { getTotals } from '../state/state-shards.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { getRecords } from './actors.fixture.ts';
import { countHeld, expectHealed, expectResolved, expectTruth } from './invariants.fixture.ts';
import type { RequestFate } from './runner.fixture.ts';
import { isQuiet, NO_FAULTS, type Push, QUIET_PUSH, type World } from './world.fixture.ts';

/** The model of fast-check. It is empty, because the world contains the docs and the actions of users. */
export type Model = Readonly<Record<string, never>>;
export type Step = fc.AsyncCommand<Model, World>;

const PATHS = ['a.md', 'b.md'];
const NAMES = ['s0', 's1', 's2'];
const TEXTS = ['x', 'y'];

const text = fc.constantFrom(...TEXTS);
const sections = fc.dictionary(fc.constantFrom(...NAMES), text, { maxKeys: 3, noNullPrototype: true });
export const docsArbitrary: fc.Arbitrary<Docs> = fc.dictionary(fc.constantFrom(...PATHS), sections, {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
});

const someCapabilities = fc.constantFrom<Capabilities[]>(...Object.values(CAPABILITIES));
const anyCapabilities = fc.record({
  idempotency: fc.boolean(),
  update: fc.boolean(),
  delete: fc.boolean(),
  list: fc.boolean(),
});
/** Capabilities of the service, and whether its responses contain IDs. */
export const modeArbitrary = fc.record({
  can: fc.oneof({ weight: 4, arbitrary: someCapabilities }, { weight: 1, arbitrary: anyCapabilities }),
  tellsIds: fc.boolean(),
});

/** Returns an arbitrary that is occasionally used and is otherwise undefined. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const latencies = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.nat(400) }, { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 25_000 }) }),
  { maxLength: 8 },
);
const fate = fc.constantFrom<RequestFate[]>(
  'completed',
  'failed-before',
  'refused',
  'lost-before',
  'lost-after',
  'lost-late',
);
const fates = fc.array(
  fc.oneof({ weight: 2, arbitrary: fc.constant<RequestFate>('completed') }, { weight: 1, arbitrary: fate }),
  {
    maxLength: 10,
  },
);
const writes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<RequestFate>('completed') },
    { weight: 1, arbitrary: fc.constantFrom<RequestFate[]>('failed-before', 'lost-after') },
  ),
  { maxLength: 4 },
);
const calm = latencies.map((each) => ({ ...NO_FAULTS, latencies: each }));
const rough = fc.record({ latencies, fates, writes, dies: fc.oneof(fc.constant(undefined), fc.nat(40)) });
const runFaults = fc.oneof(calm, rough);

const quiet = fc.record({ runFaults: calm, verify: fc.boolean() });
const anyPush: fc.Arbitrary<Push> = fc.record({
  age: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
  start: fc.oneof(fc.constant(0), fc.nat(2_000), fc.nat(20_000), fc.nat(100_000)),
  runFaults,
  verify: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  time: seldom(fc.nat(5_000)),
});

/** A step of users or of the platform. If a test fails, the parameters of the step are printed. */
class Doing implements Step {
  readonly #name: string;
  readonly #do: (world: World) => Promise<void> | void;

  constructor(name: string, what: (world: World) => Promise<void> | void) {
    this.#name = name;
    this.#do = what;
  }

  check = () => true;

  async run(_model: Model, world: World): Promise<void> {
    await this.#do(world);
    await expectTruth(world);
  }

  toString = () => this.#name;
}

const doing = (name: string, parameters: unknown, what: (world: World) => Promise<void> | void) =>
  new Doing(`${name} ${JSON.stringify(parameters)}`, what);

/** Runs these pushes concurrently and checks the invariants afterwards. */
export async function pushAll(world: World, pushes: readonly Push[]): Promise<void> {
  const was = await world.commitOfState();
  const [before, requests] = [countHeld(world), world.platform.requests];
  const oldState = await world.state();
  const hadState = oldState !== undefined;
  const wasInDoubt = getTotals(oldState?.meta ?? { shards: {} }).inDoubt > 0;
  const endedEndeds = await world.push(...pushes);
  await expectTruth(world);
  const newestCommit = Math.max(...endedEndeds.map(({ commit }) => commit));
  if (newestCommit < was) expect_nothing(world, requests);
  const looked = endedEndeds.some(({ outcome }) => outcome?.outcome === 'applied');
  if (newestCommit < was || !looked || !pushes.every(isQuiet)) return;
  const docs = world.commits[newestCommit] ?? {};
  // A run whose docs are already synced does not record its commit; see `scenarios.test.ts`.
  if (pushes.length > 1 && world.commits.slice(0, newestCommit).some((older) => isDeepStrictEqual(older, docs))) return;
  const hasHeld = endedEndeds.some(({ outcome }) => (outcome?.result?.counts.inDoubt ?? 0) > 0);
  await expectResolved(world, docs, { alone: pushes.length === 1, hasHeld, before: hadState ? undefined : before });
  // If items were in doubt, the platform may lack an item that was deleted manually, because a retry with the same key returns the stored response.
  const mustList = world.can.list && pushes.every(({ verify }) => verify);
  if (mustList && !wasInDoubt) expectHealed(world, docs);
}

function expect_nothing(world: World, requests: number): void {
  if (world.platform.requests !== requests) throw new Error('a run for an older commit has sent something');
}

/** Creates a new commit by editing the docs of the last one. */
function commit(world: World, edit: (docs: Record<string, Record<string, string>>) => void): void {
  const docs = structuredClone(world.docs) as Record<string, Record<string, string>>;
  edit(docs);
  if (Object.keys(docs).length > 0) world.commits.push(docs);
}

/** Returns the element that a number selects. */
function pick<T>(things: readonly T[], at: number): T | undefined {
  return things[at % Math.max(things.length, 1)];
}

const harness = { path: fc.constantFrom(...PATHS), name: fc.constantFrom(...NAMES) };

const edits = [
  fc.record({ ...harness, text }).map((to) =>
    doing('edit', to, (world) =>
      commit(world, (docs) => {
        docs[to.path] = { ...docs[to.path], [to.name]: to.text };
      }),
    ),
  ),
  fc.record({ ...harness, to: fc.constantFrom(...NAMES) }).map(({ path, name, to }) =>
    doing('rename section', { path, name, to }, (world) =>
      commit(world, (docs) => {
        const { [name]: moved, ...rest } = docs[path] ?? {};
        if (moved !== undefined) docs[path] = { ...rest, [to]: moved };
      }),
    ),
  ),
  fc.record(harness).map(({ path, name }) =>
    doing('delete section', { path, name }, (world) =>
      commit(world, (docs) => {
        delete docs[path]?.[name];
      }),
    ),
  ),
  fc.record({ path: harness.path, to: harness.path }).map(({ path, to }) =>
    doing('move document', { path, to }, (world) =>
      commit(world, (docs) => {
        const { [path]: moved } = docs;
        delete docs[path];
        if (moved) docs[to] = moved;
      }),
    ),
  ),
  fc.record({ path: harness.path }).map(({ path }) =>
    doing('delete document', { path }, (world) =>
      commit(world, (docs) => {
        delete docs[path];
      }),
    ),
  ),
  docsArbitrary.map((docs) => doing('rewrite', docs, (world) => void world.commits.push(docs))),
];

const pushing = [
  quiet.map((push) => doing('quiet push', push, (world) => pushAll(world, [{ ...QUIET_PUSH, ...push }]))),
  anyPush.map((push) => doing('push', push, (world) => pushAll(world, [push]))),
  fc
    .array(anyPush, { minLength: 2, maxLength: 3 })
    .map((pushes) => doing('race', pushes, (world) => pushAll(world, pushes))),
  fc
    .array(fc.record({ age: fc.nat(2), start: fc.nat(60_000), runFaults: calm, verify: fc.boolean() }), {
      minLength: 2,
      maxLength: 3,
    })
    .map((pushes) => doing('quiet race', pushes, (world) => pushAll(world, pushes))),
];

const actors = [
  fc.nat(20).map((at) =>
    doing('delete by hand', at, async (world) => {
      const id = pick([...world.platform.items.keys()], at);
      if (id !== undefined) world.actors.delete(id, await world.state());
    }),
  ),
  fc.record({ at: fc.nat(20), text }).map(({ at, text: content }) =>
    doing('edit by hand', { at, content }, async (world) => {
      const id = pick([...world.platform.items.keys()], at);
      if (id !== undefined) world.actors.edit(id, content, await world.state());
    }),
  ),
  fc
    .record({ ...harness, text })
    .map(({ path, name, text: content }) =>
      doing('create by hand', { path, name, content }, ({ actors: them }) =>
        them.create({ title: getTitle(path, name), content, public: false }),
      ),
    ),
  fc.constantFrom('resend' as const, 'assume-created' as const).map((onInDoubt) =>
    doing('decide', onInDoubt, async (world) => {
      world.actors.decideBlindly(await world.state());
      await pushAll(world, [{ ...QUIET_PUSH, onInDoubt }]);
    }),
  ),
  fc
    .record({ at: fc.nat(20), decision: fc.constantFrom('resend' as const, 'assume-created' as const) })
    .map(({ at, decision }) =>
      doing('decide about one', { at, decision }, async (world) => {
        const state = await world.state();
        const inDoubt = getRecords(state?.documents).filter(({ status }) => status === 'creating');
        const { key } = pick(inDoubt, at) ?? {};
        if (key === undefined) return;
        world.actors.decideBlindly(state, key);
        const getDecision = ({ record }: Leftover) => (record.key === key ? decision : undefined);
        await pushAll(world, [{ ...QUIET_PUSH, getDecision }]);
      }),
    ),
  fc.constant(
    doing('clear away and forget', {}, async (world) => {
      const goneRecords = world.actors.clearAway(await world.state());
      const isSame = (one: ItemRecord, other: ItemRecord) =>
        one.key === other.key && one.fingerprint === other.fingerprint && one.revision === other.revision;
      await pushAll(world, [
        { ...QUIET_PUSH, isForgotten: ({ record }) => goneRecords.some((each) => isSame(each, record)) },
      ]);
    }),
  ),
  fc.constant(
    doing('lose the state', {}, (world) => {
      world.actors.loseState();
      world.store.lose();
    }),
  ),
];

const changes = [
  modeArbitrary.map((mode) => doing('mode', mode, (world) => world.setMode(mode.can, mode.tellsIds))),
  fc.constantFrom('a', 'b').map((branch) =>
    doing('source', branch, (world) => {
      world.source = { ...world.source, branch };
    }),
  ),
  fc.nat(150_000).map((time) =>
    doing('wait', time, async ({ simulation }) => {
      void simulation.wait(time);
      await simulation.run();
    }),
  ),
];

/** Returns an arbitrary of all steps. Steps that are listed more often are more likely. */
export function stepsArbitrary(maxCommands: number): fc.Arbitrary<Iterable<Step>> {
  const arbitraries: fc.Arbitrary<Step>[] = [
    ...edits,
    ...edits,
    ...pushing,
    ...pushing,
    ...pushing,
    ...actors,
    ...changes,
  ];
  return fc.commands(arbitraries, { maxCommands, size: 'max' });
}
