import type { ErasurePosition } from '../logs/erase-logs.ts';

/** A request to erase the data of a user. Times are in the format of `toISOString`. */
export interface Erasure {
  readonly requestedAt: string;
  /** Time at which the erasure was finished; null for an unfinished erasure. */
  readonly finishedAt: string | null;
  /** Number of logs from which the address has been removed so far. If several users are erased at once, includes mentions of the others. */
  readonly logs: number;
}

/**
 * Erasures of users. An erasure removes the user's record, daily counts and hint deliveries, and the user's address from all logs and from the names
 * of counts. The logs of the user remain without a user, so that the counts of requests do not change. The table of erasures never contains an
 * address.
 */
export interface Erasures {
  /**
   * Requests an erasure. If an unfinished erasure exists, returns it without changes.
   * @returns undefined if the user does not exist
   */
  request(projectId: string, userId: string): Promise<Erasure | undefined>;
  get(projectId: string, userId: string): Promise<Erasure | undefined>;
  unfinished(): Promise<{ readonly projectId: string; readonly userId: string }[]>;
  /**
   * Returns the next distinct addresses of the project's logs, at most `limit`, in the sort order of the database.
   * @param after last address of the previous call
   */
  addresses(projectId: string, after: string, limit: number): Promise<string[]>;
  /**
   * Removes one spelling of an address from some logs.
   * @returns the number of logs that contained the spelling; 0 if no log contains it
   */
  eraseLogs(projectId: string, userId: string, address: string): Promise<number>;
  /**
   * Removes the addresses of users from the next logs, which include requests of other users.
   * @returns the position after these logs; undefined if there are no more logs
   */
  eraseMentions(
    projectId: string,
    userIds: readonly string[],
    after: ErasurePosition,
  ): Promise<ErasurePosition | undefined>;
  /**
   * Replaces the addresses of users in the names of some counts: routes, error codes and environments.
   * @returns the number of replaced names; 0 if no name contains an address
   */
  eraseNames(projectId: string, userIds: readonly string[]): Promise<number>;
  /**
   * Erases all other data after the address has been removed from the logs.
   * @returns false if new logs of the user have arrived: the address was removed from some of them, and the erasure is not finished
   */
  finish(projectId: string, userId: string): Promise<boolean>;
  /** Records that an erasure is finished. */
  complete(projectId: string, userId: string): Promise<void>;
}
