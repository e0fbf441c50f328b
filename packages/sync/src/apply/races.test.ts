import { perTier } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { chance } from '../chance.fixture.ts';
import { randomDocs, wantedTexts } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { Place } from './place.fixture.ts';
import { held } from './platform.fixture.ts';

const RUNS = 4;

it.each([
  ['a service that cannot list', CAPABILITIES.noList],
  ['the specification alone', CAPABILITIES.none],
])('runs at the same time leave nothing doubled or lost on %s', async (_name, can) => {
  for (let seed = 1; seed <= perTier(20, 60); seed += 1) {
    const note = `seed ${seed}`;
    const next = chance(seed);
    const place = new Place(can);
    const pause = async () => {
      for (let turns = Math.floor(next() * 12); turns > 0; turns -= 1) await Promise.resolve();
    };
    place.store.pause = pause;
    place.platform.pause = pause;
    const docs = randomDocs(next);
    const run = () => place.sync(docs, { connect: true, batchSize: 2, date: () => 0 });
    await Promise.all(Array.from({ length: RUNS }, run));
    expect(await place.sync(docs, { connect: true }), note).toMatchObject({ end: 'complete' });
    expect(held(place.platform), note).toEqual(wantedTexts(docs));
    expect(place.platform.dataSources, note).toHaveLength(1);
  }
});
