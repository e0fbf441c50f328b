import { Random } from '@context-sync/testkit';
import type { ServerName } from '../../sandbox/tested-server.ts';
import { CrashChain, emptyTally, type Tally } from './crash-chain.ts';

export interface CrashMatrix {
  readonly server: ServerName;
  readonly kills: number;
  readonly seed: number;
  /** The number of rounds on one state before a new chain starts. */
  readonly roundsPerChain: number;
  /** Called with the counts after every round. */
  readonly progress?: (tally: Readonly<Tally>) => void;
}

export interface CrashResult {
  readonly tally: Readonly<Tally>;
  /** The violations, each with the seed, the round and the kill point. */
  readonly violations: readonly string[];
}

/** The number of violations after which the matrix stops. */
const VIOLATION_LIMIT = 5;

/** Kills runs at random points, each followed by a complete run and a check of the server and the state. */
export async function runCrashMatrix({
  server,
  kills,
  seed,
  roundsPerChain,
  progress,
}: CrashMatrix): Promise<CrashResult> {
  const tally = emptyTally();
  const violations: string[] = [];
  const seeds = new Random(seed);
  while (tally.kills < kills && violations.length < VIOLATION_LIMIT) {
    const chain = await CrashChain.start(server, seeds.getInteger(1, 2 ** 31), tally);
    try {
      for (let round = 0; round < roundsPerChain && tally.kills < kills; round += 1) {
        await chain.round();
        progress?.(tally);
      }
    } catch (error) {
      violations.push(`${server}, ${chain.describe()}: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      await chain.close();
    }
  }
  return { tally, violations };
}
