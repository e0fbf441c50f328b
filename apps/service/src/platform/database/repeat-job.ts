import { setTimeout } from 'node:timers/promises';
import type { ClockPorts } from './clock.ts';
import type { Store } from './store.ts';

/** Time in milliseconds between the first runs of processes that start together, so that only the first one finds work. */
const START_CLAIM_MS = 10_000;
/** Share of the interval after which a run can be claimed again. It allows for timers that end a little early. */
const CLAIM_SHARE = 0.9;

export interface RepeatedJob {
  readonly store: Pick<Store<ClockPorts>, 'clock'>;
  /** Name that is unique among the jobs of all areas. */
  readonly name: string;
  readonly intervalMs: number;
  /** Receives errors of claims. The job reports its own errors. */
  readonly report: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs a job immediately and then at intervals until the signal is aborted. If several processes of a database repeat the job, one of them runs it in
 * each interval. If this process is killed, another one runs the job, at most two intervals later.
 */
export async function repeatJob(
  { store, name, intervalMs, report, signal }: RepeatedJob,
  run: () => Promise<void>,
): Promise<void> {
  let hasRun = false;
  while (!signal.aborted) {
    const isClaimed: boolean = await store.clock
      .claim(name, Date.now(), hasRun ? intervalMs * CLAIM_SHARE : START_CLAIM_MS)
      .catch((error: unknown) => {
        report(error);
        return false;
      });
    if (isClaimed && !signal.aborted) await run();
    hasRun ||= isClaimed;
    await setTimeout(hasRun ? intervalMs : START_CLAIM_MS, undefined, { signal }).catch(() => undefined);
  }
}
