import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { SERVER_NAMES } from '../../sandbox/tested-server.ts';
import { runCrashMatrix } from './crash-matrix.ts';

const KILLS = selectByTier(4, 12);
/** The seed is fixed, so that a failure can be repeated. */
const SEED = 20_261_121;

describe('a sync that is killed at random points and run again', () => {
  it.each(SERVER_NAMES)(
    'a sync that is killed and run again loses, duplicates and corrupts nothing (server: %s; npm run crashes tests more points)',
    async (server) => {
      const { tally, violations } = await runCrashMatrix({ server, kills: KILLS, seed: SEED, roundsPerChain: 4 });
      expect(violations).toEqual([]);
      expect(tally.kills).toBeGreaterThanOrEqual(KILLS);
    },
  );
});
