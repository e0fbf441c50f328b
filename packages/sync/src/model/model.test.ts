import { selectByTier } from '@context-sync/test-tier';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createSeededRandom } from '../seeded-random.fixture.ts';
import { docsArbitrary, modeArbitrary, pushAll, stepsArbitrary } from './commands.fixture.ts';
import { QUIET_PUSH, World } from './world.fixture.ts';

/**
 * `CONTEXT_SYNC_RUNS=20` runs twenty times as many tests. `CONTEXT_SYNC_SEED` and `CONTEXT_SYNC_PATH` repeat a failure with the values that the failed test
 * printed.
 */
const { CONTEXT_SYNC_RUNS: runs = '1', CONTEXT_SYNC_SEED: seed, CONTEXT_SYNC_PATH: path } = process.env;

afterEach(() => {
  vi.restoreAllMocks();
});

it('after any random steps, a run makes the items on the service equal to the docs and keeps the state correct', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(docsArbitrary, modeArbitrary, stepsArbitrary(14), async (docs, { can, tellsIds }, steps) => {
      vi.spyOn(Math, 'random').mockImplementation(createSeededRandom(1));
      const world = new World(docs, can, tellsIds);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), steps);
      // At the end, one run repairs all differences, and the next run has nothing to do.
      await pushAll(world, [{ ...QUIET_PUSH, verify: true }]);
      const [requests, writes] = [world.platform.requests, world.store.messages.length];
      const { synced } = (await world.state())?.meta ?? {};
      await pushAll(world, [QUIET_PUSH]);
      expect(world.platform.requests).toBe(requests);
      if (synced) expect(world.store.messages).toHaveLength(writes);
    }),
    {
      numRuns: selectByTier(40, 1_000) * Number(runs),
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(path === undefined ? {} : { path }),
    },
  );
});
