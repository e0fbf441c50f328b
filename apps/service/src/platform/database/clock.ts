/** A stored log with the number that shows the order of receipt. */
export interface ReceivedLog {
  readonly number: number;
  /** Time of the request according to its sender, in the format of `toISOString`. */
  readonly timestamp: string;
}

/** Returns the logs that were received last. */
export type ReadNewestLogs = (limit: number) => Promise<ReceivedLog[]>;

/** What the database knows about the time, to check the system clock before data is deleted. */
export interface StoreClock {
  /** Returns the latest time that was accepted, in the format of `toISOString`; undefined before the first one. */
  accepted(): Promise<string | undefined>;
  /** Returns the latest time that the service has written to other tables; undefined if it has written none. */
  written(): Promise<string | undefined>;
  readonly newestLogs: ReadNewestLogs;
  /** Accepts a time, unless a later time was accepted. */
  accept(time: string): Promise<void>;
  /** Accepts a time instead of the one that was accepted, even if that is later. */
  confirm(time: string): Promise<void>;
}

/** The port of the clock. */
export interface ClockPorts {
  readonly clock: StoreClock;
}
