/** A request to erase a user. Times are in the format of `toISOString`. */
export interface Erasure {
  readonly requestedAt: string;
  /** Time at which everything was erased; null until then. */
  readonly finishedAt: string | null;
  /** Number of logs from which the address was removed so far. */
  readonly logs: number;
}

/**
 * Erasures of users. What is erased: the user's record, daily counts and hint deliveries, and the user's address in the logs. The logs themselves
 * stay, without a user, so that the counts of requests stay the same. The table of erasures never contains an address.
 */
export interface Erasures {
  /** Requests an erasure, unless one is not finished yet. @returns undefined if there is no such user */
  request(projectId: string, callerId: string): Promise<Erasure | undefined>;
  get(projectId: string, callerId: string): Promise<Erasure | undefined>;
  unfinished(): Promise<{ readonly projectId: string; readonly callerId: string }[]>;
  /** Returns at most `limit` addresses of the project's logs after `after`, in the order of the database, each once. */
  addresses(projectId: string, after: string, limit: number): Promise<string[]>;
  /** Removes an address, as spelled in a log, from some logs. @returns the number of logs that had it; 0 if none is left */
  eraseLogs(projectId: string, callerId: string, address: string): Promise<number>;
  /**
   * Erases everything else, after the address was removed from the logs.
   * @returns false if logs of the user have arrived meanwhile: their address was removed from some of them, and more work is left
   */
  finish(projectId: string, callerId: string): Promise<boolean>;
}
