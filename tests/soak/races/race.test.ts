import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { SERVER_NAMES } from '../../sandbox/tested-server.ts';
import { race } from './race.ts';

const SEEDS = sampleCases([1, 2], 2);

describe('six concurrent runs', () => {
  it.each(SERVER_NAMES)(
    'six concurrent runs create every item once for the same commit (server: %s)',
    async (server) => {
      await expect(race({ server, seed: 1, commits: 'same', killed: 0 })).resolves.toBeUndefined();
    },
  );

  it.each(SERVER_NAMES.flatMap((server) => SEEDS.map((seed) => ({ server, seed }))))(
    'six concurrent runs for six commits end with the items of the newest commit (server: $server, seed: $seed)',
    async ({ server, seed }) => {
      await expect(race({ server, seed, commits: 'different', killed: 0 })).resolves.toBeUndefined();
    },
  );

  it('six concurrent runs create every item once for the same commit if some of them are killed', async () => {
    // This test uses only a server that supports Idempotency-Key, so that no run has to wait for a lease. `npm run crashes` tests the
    // other server.
    await expect(race({ server: 'the real service', seed: 3, commits: 'same', killed: 3 })).resolves.toBeUndefined();
  });
});
