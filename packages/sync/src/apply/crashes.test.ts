import { selectByTier } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { listWantedTexts, randomDocs } from '../docs.fixture.ts';
import { createSeededRandom } from '../seeded-random.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { Crash, itemTexts, type RequestFate } from './fake-platform.fixture.ts';
import { SyncHarness } from './sync-harness.fixture.ts';

const REQUEST_FATES: RequestFate[] = [
  'completed',
  'completed',
  'completed',
  'lost-before',
  'lost-after',
  'failed-before',
];
const PUSHES = 6;

/** Runs pushes with random crashes at any write or request, and with random failures and losses of requests. The last push has no faults. */
async function pushWithCrashes(harness: SyncHarness, seed: number) {
  const { store, platform } = harness;
  const next = createSeededRandom(seed);
  const drawBelow = (limit: number) => Math.floor(next() * limit);
  let docs = randomDocs(next);
  for (let push = 0; push < PUSHES; push += 1) {
    if (drawBelow(2) === 0) docs = randomDocs(next);
    let life = drawBelow(25);
    const tick = () => {
      life -= 1;
      if (life < 0) throw new Crash();
    };
    store.beforeWrite = tick;
    platform.beforeRequest = tick;
    platform.fate = () => REQUEST_FATES[drawBelow(REQUEST_FATES.length)] ?? 'completed';
    // The engine treats a crash within a request as an unexpected error. Anything that the engine does afterwards fails, because all later requests
    // and writes crash as well.
    await harness.sync(docs).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
  }
  store.beforeWrite = () => undefined;
  platform.beforeRequest = () => undefined;
  platform.fate = () => 'completed';
  return { docs, end: await harness.sync(docs) };
}

it.each([
  ['a service with every capability', CAPABILITIES.all],
  ['a service that cannot list', CAPABILITIES.noList],
  ['a service that can delete but not update', CAPABILITIES.noReplace],
  ['the specification only', CAPABILITIES.none],
])('crashes, lost responses and edits in any order neither duplicate nor lose items on %s', async (_name, can) => {
  for (let seed = 1; seed <= selectByTier(20, 100); seed += 1) {
    const note = `seed ${seed}`;
    const harness = new SyncHarness(can);
    const { docs, end } = await pushWithCrashes(harness, seed);
    expect(end.failures, note).toEqual([]);
    const records = [...((await harness.store.state())?.documents.values() ?? [])].flatMap(({ items }) => items);
    const inDoubt = records.filter(({ status }) => status === 'creating').map(({ title }) => title);
    const isInDoubt = (text: string) => inDoubt.some((title) => text.startsWith(title));
    const [texts, wanted] = [itemTexts(harness.platform), listWantedTexts(docs)];

    const missingTexts = wanted.filter((text) => !texts.includes(text));
    expect(
      missingTexts.filter((text) => !isInDoubt(text)),
      note,
    ).toEqual([]);
    const doubledTexts = wanted.filter((text) => texts.filter((each) => each === text).length > 1);
    expect(
      doubledTexts.filter((text) => !isInDoubt(text)),
      note,
    ).toEqual([]);
    const accounted = records.filter(({ status }) => status !== 'live').length;
    expect(texts.length - (wanted.length - missingTexts.length), note).toBeLessThanOrEqual(accounted);
    if (can !== CAPABILITIES.none && inDoubt.length === 0) expect(texts, note).toEqual(wanted);
  }
});
