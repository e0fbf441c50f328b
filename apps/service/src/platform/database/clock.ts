/** A stored log with the number that shows the order of receipt. */
export interface ReceivedLog {
  readonly number: number;
  /** Time of the request as its sender reported it, in the format of `toISOString`. */
  readonly timestamp: string;
}

/** Returns the most recently received logs. */
export type ReadNewestLogs = (limit: number) => Promise<ReceivedLog[]>;

/** Times in the database with which the system clock is checked before data is deleted. */
export interface StoreClock {
  /** Returns the latest time that was accepted, in the format of `toISOString`; undefined if no time was accepted. */
  accepted(): Promise<string | undefined>;
  /** Returns the latest time that the service has written to other tables; undefined if it has written none. */
  written(): Promise<string | undefined>;
  readonly newestLogs: ReadNewestLogs;
  /** Accepts a time, unless a later time was already accepted. */
  accept(time: string): Promise<void>;
  /**
   * Claims the next run of a job, so that only one of several processes runs it.
   * @returns false if a process has claimed the job less than `intervalMs` before `time`, and has not released it. The time of a claim can be later, because the clocks of
   * two machines differ; a claim that is more than `intervalMs` later is ignored, because it was made with a wrong clock
   */
  claim(job: string, time: number, intervalMs: number): Promise<boolean>;
  /** Gives up a claim, so that another process can run the job. Does nothing if a process has claimed a later run. @param time time of the claim */
  release(job: string, time: number): Promise<void>;
  /** Replaces the accepted time, even if it is later. */
  confirm(time: string): Promise<void>;
}

/** The port for the clock. */
export interface ClockPorts {
  readonly clock: StoreClock;
}
