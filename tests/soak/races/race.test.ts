import { describe, expect, it } from 'vitest';
import { SERVER_NAMES } from '../../sandbox/tested-server.ts';
import { race } from './race.ts';

const SEEDS = [1, 2];

describe('six runs at the same time', () => {
  it.each(SERVER_NAMES)('of one commit leave every item once on %s', async (server) => {
    await expect(race({ server, seed: 1, commits: 'same', killed: 0 })).resolves.toBeUndefined();
  });

  it.each(SERVER_NAMES.flatMap((server) => SEEDS.map((seed) => ({ server, seed }))))(
    'of six commits end with the items of the newest on $server (seed $seed)',
    async ({ server, seed }) => {
      await expect(race({ server, seed, commits: 'different', killed: 0 })).resolves.toBeUndefined();
    },
  );

  it('of one commit leave every item once when some of them are killed', async () => {
    // Where keys are honoured, nobody has to wait to learn whether the dead are dead: npm run crashes has the other cases.
    await expect(race({ server: 'the real service', seed: 3, commits: 'same', killed: 3 })).resolves.toBeUndefined();
  });
});
