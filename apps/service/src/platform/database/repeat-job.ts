import { setTimeout } from 'node:timers/promises';
import type { ClockPorts } from './clock.ts';
import type { Store } from './store.ts';

/** Time after which a process whose claim was refused tries again, in case the other process was killed: a share of the interval, or less. */
const RETRY_SHARE = 0.1;
const MAX_RETRY_MS = 60_000;

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
 * each interval. If this process is killed, another one runs the job when the interval has ended. If this process is stopped, it gives up its claim,
 * so that another one, or this one after a restart, does not wait for the end of the interval.
 */
export async function repeatJob(
  { store, name, intervalMs, report, signal }: RepeatedJob,
  run: () => Promise<void>,
): Promise<void> {
  let lastClaim: number | undefined;
  const claim = async (): Promise<boolean> => {
    const time = Date.now();
    const isClaimed = await store.clock.claim(name, time, intervalMs);
    if (isClaimed) lastClaim = time;
    return isClaimed;
  };
  const reportFailure = (error: unknown) => {
    report(error);
    return false;
  };
  while (!signal.aborted) {
    const isClaimed = await claim().catch(reportFailure);
    if (isClaimed && !signal.aborted) await run();
    const pauseMs = isClaimed ? intervalMs : Math.min(intervalMs * RETRY_SHARE, MAX_RETRY_MS);
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  if (lastClaim !== undefined) await store.clock.release(name, lastClaim).catch(report);
}
