import { expect, it } from 'vitest';
import { PortalCrashChain } from './portal-crash-chain.ts';

const MOMENTS = ['before', 'after', 'late'] as const;
/** Upper bound for the number of writes of a run to each server. */
const MAX_WRITES = 60;
/** A run is killed at each request for the portal, and at every fifth write of the state, starting at a different write for each moment. */
const STEPS = { service: 1, github: 5 } as const;

const CASES = (['service', 'github'] as const).flatMap((side) => MOMENTS.map((moment) => [side, moment] as const));

it.concurrent.each(CASES)(
  'a run that is killed while it publishes, at a write to %s (%s), is repaired by the next run',
  { timeout: 900_000 },
  async (side, moment) => {
    const chain = await PortalCrashChain.start();
    try {
      let kills = 0;
      const step = STEPS[side];
      for (let nth = 1 + (step === 1 ? 0 : MOMENTS.indexOf(moment)); nth < MAX_WRITES; nth += step) {
        if (!(await chain.publishWithKill({ side, nth, writes: true, moment }))) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThan(1);
    } finally {
      await chain.close();
    }
  },
);
