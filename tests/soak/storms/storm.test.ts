import type { Side } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { SERVER_NAMES } from '../../stage/tested-server.ts';
import { sail } from './storm.ts';
import { PAGES, TROUBLE } from './weather.ts';

const SEED = 1;
const SIDES: readonly Side[] = ['service', 'github'];
const CASES = SERVER_NAMES.flatMap((server) => SIDES.map((side) => ({ server, side })));

// They wait most of their time, so they do it together.
describe.concurrent('with three of ten requests gone wrong', () => {
  it.each(CASES)('nothing is lost or doubled: $server, trouble at the $side', async (place) => {
    await expect(sail({ ...place, faults: TROUBLE, seed: SEED })).resolves.toBeGreaterThan(4);
  });

  it.each(CASES)('nothing is lost or doubled: $server, web pages from the $side', async (place) => {
    await expect(sail({ ...place, faults: PAGES, seed: SEED })).resolves.toBeGreaterThan(4);
  });
});
