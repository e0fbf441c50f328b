import type { ErasurePosition } from '../logs/erase-logs.ts';

/** A request to erase the data of a user. Times are in the format of `toISOString`. */
export interface Erasure {
  readonly requestedAt: string;
  /** Time at which the erasure was finished; null for an unfinished erasure. */
  readonly finishedAt: string | null;
  /**
   * Number of logs from which the email address has been removed so far. If several users are erased at once, the number includes logs that mention
   * the other users.
   */
  readonly logs: number;
}

/**
 * Erasures of users. An erasure deletes the stored user, the daily counts and the hint deliveries, and removes the user's email address from all logs
 * and from the names of counts. The user's logs remain without a user, so that the counts of requests do not change. The table of erasures never
 * contains an email address.
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
   * Returns the next distinct email addresses of the project's logs, at most `limit`, in the sort order of the database.
   * @param after last address of the previous call
   */
  addresses(projectId: string, after: string, limit: number): Promise<string[]>;
  /**
   * Removes one form of an email address from a batch of logs.
   * @returns whether these were all logs with the form
   */
  eraseLogs(projectId: string, userId: string, address: string): Promise<boolean>;
  /**
   * Removes the email addresses of erased users from the next batch of logs. The batch includes requests of other users.
   * @returns the position after these logs; undefined if there are no more logs that had been received at the first call
   */
  eraseMentions(
    projectId: string,
    userIds: readonly string[],
    after: ErasurePosition,
  ): Promise<ErasurePosition | undefined>;
  /**
   * Replaces the email addresses of erased users in the names of some counts: routes, error codes and environments.
   * @returns the number of replaced names; 0 if no name contains such an address
   */
  eraseNames(projectId: string, userIds: readonly string[]): Promise<number>;
  /**
   * Erases all other data after the email address has been removed from the logs.
   * @returns false if new logs of the user have arrived: the email address was removed from some of them, and the erasure is not finished
   */
  finish(projectId: string, userId: string): Promise<boolean>;
  /** Records that an erasure is finished. */
  complete(projectId: string, userId: string): Promise<void>;
}
