import { sampleCases } from '@context-sync/test-tier';
import type { RunServer } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { SERVER_NAMES } from '../../sandbox/tested-server.ts';
import { NETWORK_FAULTS, SIGN_IN_PAGES } from './fault-schedule.ts';
import { syncWithFaults } from './sync-with-faults.ts';

const SEED = 1;
const SIDES: readonly RunServer[] = ['service', 'github'];
const CASES = sampleCases(
  SERVER_NAMES.flatMap((server) => SIDES.map((side) => ({ server, side }))),
  3,
);

// The tests run concurrently, because they mostly wait.
describe.concurrent('syncs with random faults', () => {
  it.each(CASES)(
    'syncs in which three of ten requests fail neither lose nor duplicate items (server: $server, network faults of the $side)',
    async (place) => {
      await expect(syncWithFaults({ ...place, faults: NETWORK_FAULTS, seed: SEED })).resolves.toBeGreaterThan(4);
    },
  );

  it.each(CASES)(
    'syncs in which three of ten requests return a web page neither lose nor duplicate items (server: $server, web pages from the $side)',
    async (place) => {
      await expect(syncWithFaults({ ...place, faults: SIGN_IN_PAGES, seed: SEED })).resolves.toBeGreaterThan(4);
    },
  );
});
