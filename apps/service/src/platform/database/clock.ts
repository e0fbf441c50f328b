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
  /** Replaces the accepted time, even if it is later. */
  confirm(time: string): Promise<void>;
}

/** The port for the clock. */
export interface ClockPorts {
  readonly clock: StoreClock;
}
