import type { ClockPorts, ReceivedLog } from './clock.ts';
import type { Store } from './store.ts';

const HOUR_MS = 3_600_000;
/** Maximum time in milliseconds by which the clock may be ahead of the last accepted time. It allows for a service that was stopped for a day or more. */
export const MAX_CLOCK_JUMP_MS = 48 * HOUR_MS;
/** Time in milliseconds after which a clock that is ahead is accepted if the received logs confirm it. */
const CONFIRMATION_MS = 24 * HOUR_MS;
/** Maximum difference between the system clock and the elapsed time during the confirmation. */
const MAX_DRIFT_MS = HOUR_MS;
/** Number of the newest logs whose median time is compared. A few logs with a wrong time do not affect the median. */
const COMPARED_LOGS = 100;

/** Error for a clock that is too far ahead, so that no data can be deleted. */
export class ClockAheadError extends Error {
  override readonly name = 'ClockAheadError';

  constructor(now: number, acceptedTime: number) {
    const days = ((now - acceptedTime) / (24 * HOUR_MS)).toFixed(1);
    super(
      `The clock of this machine (${new Date(now).toISOString()}) is ${days} days ahead of the last maintenance or the newest logs ` +
        `(${new Date(acceptedTime).toISOString()}), and at most ${MAX_CLOCK_JUMP_MS / HOUR_MS} hours are accepted as correct. ` +
        'No old data is deleted until the clock is corrected. If it is correct, run "context-sync-service confirm-clock".',
    );
  }
}

/** Functions that return the time in milliseconds. */
export interface ClockSources {
  /** System time as Unix time. */
  readonly now: () => number;
  /** Elapsed time, which does not change when the system clock is set. */
  readonly elapsed: () => number;
}

/**
 * The clock that determines which data is old enough to be deleted. A deletion cannot be undone, so the clock must not be far ahead of the last time
 * at which old data was deleted. Without this check, one start with a wrong clock would delete all data that has a limited lifetime.
 */
export class MaintenanceClock {
  readonly #store: Store<ClockPorts>;
  readonly #sources: ClockSources;
  /** The time at which the clock was found to be ahead, and the newest log at that time. */
  #aheadSince: { readonly now: number; readonly elapsed: number; readonly number: number } | undefined;
  #aheadMs = 0;

  constructor(
    store: Store<ClockPorts>,
    sources: ClockSources = { now: () => Date.now(), elapsed: () => performance.now() },
  ) {
    this.#store = store;
    this.#sources = sources;
  }

  /** Time in milliseconds by which the clock is ahead; 0 while the clock is accepted. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /**
   * Returns the current time as Unix time in milliseconds, and accepts it.
   * @throws ClockAheadError
   */
  async read(): Promise<number> {
    const now = this.#sources.now();
    const acceptedTime = await this.#readAccepted();
    if (acceptedTime !== undefined && now > acceptedTime + MAX_CLOCK_JUMP_MS && !(await this.#isConfirmed(now))) {
      this.#aheadMs = now - acceptedTime;
      throw new ClockAheadError(now, acceptedTime);
    }
    this.#aheadSince = undefined;
    this.#aheadMs = 0;
    await this.#store.clock.accept(new Date(now).toISOString());
    return now;
  }

  /** Returns the last accepted time. A database of an older version contains no accepted time, so the latest time in other tables is used. */
  async #readAccepted(): Promise<number | undefined> {
    const acceptedText = await this.#store.clock.accepted();
    if (acceptedText !== undefined) return Date.parse(acceptedText);
    const writtenText = await this.#store.clock.written();
    const times = [
      writtenText === undefined ? undefined : Date.parse(writtenText),
      getMedianTime(await this.#store.clock.newestLogs(COMPARED_LOGS)),
    ].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /**
   * Returns whether the clock has run steadily since it was found to be ahead, and most logs that were received since then have about the same time.
   * The times in the logs are from other clocks, unless the captured API runs on the same machine. Because of this case, operators have one day to
   * correct the clock.
   */
  async #isConfirmed(now: number): Promise<boolean> {
    const elapsedMs = this.#sources.elapsed();
    const newestLogs = await this.#store.clock.newestLogs(COMPARED_LOGS);
    const since = this.#aheadSince;
    if (!since || Math.abs(now - since.now - (elapsedMs - since.elapsed)) > MAX_DRIFT_MS) {
      this.#aheadSince = { now, elapsed: elapsedMs, number: newestLogs[0]?.number ?? 0 };
      return false;
    }
    if (elapsedMs - since.elapsed < CONFIRMATION_MS) return false;
    const median = getMedianTime(newestLogs.filter(({ number }) => number > since.number));
    return median !== undefined && Math.abs(now - median) <= MAX_CLOCK_JUMP_MS;
  }
}

function getMedianTime(logs: readonly ReceivedLog[]): number | undefined {
  const times = logs.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}
