import { Random } from '@context-sync/testkit';
import type { ServerName } from '../../sandbox/tested-server.ts';
import { CrashChain, emptyTally, type Tally } from './crash-chain.ts';

export interface CrashMatrix {
  readonly server: ServerName;
  readonly kills: number;
  readonly seed: number;
  /** Rounds on one state, before everything begins anew. */
  readonly roundsPerChain: number;
  /** Told after every round. */
  readonly progress?: (tally: Readonly<Tally>) => void;
}

export interface CrashResult {
  readonly tally: Readonly<Tally>;
  /** What was found, each with its seed, round and kill point. */
  readonly violations: readonly string[];
}

/** Chains after the first that is violated tell little that is new. */
const VIOLATION_LIMIT = 5;

/** Kills as many runs as asked for, each followed by a plain run and a check of everything. */
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
    const chain = await CrashChain.start(server, seeds.integer(1, 2 ** 31), tally);
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
