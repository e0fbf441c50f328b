import { describe, expect, it } from 'vitest';
import { SERVER_NAMES } from '../../sandbox/tested-server.ts';
import { runCrashMatrix } from './crash-matrix.ts';

const KILLS = 12;
/** Another one with every change of the day would make a failure hard to find again. */
const SEED = 20_261_121;

describe('killed with SIGKILL at random points, and run again', () => {
  it.each(SERVER_NAMES)(
    'loses, doubles and corrupts nothing on %s (npm run crashes for all points)',
    async (server) => {
      const { tally, violations } = await runCrashMatrix({ server, kills: KILLS, seed: SEED, roundsPerChain: 4 });
      expect(violations).toEqual([]);
      expect(tally.kills).toBeGreaterThanOrEqual(KILLS);
    },
  );
});
