import { selectByTier } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { listWantedTexts, randomDocs } from '../docs.fixture.ts';
import { createSeededRandom } from '../seeded-random.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { itemTexts } from './fake-platform.fixture.ts';
import { SyncHarness } from './sync-harness.fixture.ts';

const RUNS = 4;

it.each([
  ['a service that cannot list', CAPABILITIES.noList],
  ['the specification only', CAPABILITIES.none],
])('concurrent runs neither duplicate nor lose items on %s', async (_name, can) => {
  for (let seed = 1; seed <= selectByTier(20, 60); seed += 1) {
    const note = `seed ${seed}`;
    const next = createSeededRandom(seed);
    const harness = new SyncHarness(can);
    const pause = async () => {
      for (let turns = Math.floor(next() * 12); turns > 0; turns -= 1) await Promise.resolve();
    };
    harness.store.pause = pause;
    harness.platform.pause = pause;
    const docs = randomDocs(next);
    const run = () => harness.sync(docs, { connect: true, batchSize: 2, date: () => 0 });
    await Promise.all(Array.from({ length: RUNS }, run));
    expect(await harness.sync(docs, { connect: true }), note).toMatchObject({ end: 'complete' });
    expect(itemTexts(harness.platform), note).toEqual(listWantedTexts(docs));
    expect(harness.platform.dataSources, note).toHaveLength(1);
  }
});
