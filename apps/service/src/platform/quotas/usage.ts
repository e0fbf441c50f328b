/** The bytes that were sent with a key on one day. */
export interface KeyUsage {
  readonly keyId: string;
  /** First minute of a UTC day, in minutes since 1970. */
  readonly day: number;
  readonly bytes: number;
}

/** Storage sizes of projects, and amounts of data that were sent with keys. Quotas are checked against these values. */
export interface Usage {
  /**
   * Returns the size of a project's logs and context items in bytes, without indexes and metrics. Logs that an older version of the service stored
   * are missing until the counts of their day are rebuilt.
   */
  projectBytes(projectId: string): Promise<number>;
  /** Returns the bytes that were sent with a key on a day. */
  keyBytes(keyId: string, day: number): Promise<number>;
  /** Returns the keys with which data was sent on a day, in descending order of bytes. */
  keys(day: number): Promise<KeyUsage[]>;
  /** Adds bytes to the counts of keys. */
  addKeyBytes(added: readonly KeyUsage[]): Promise<void>;
  /**
   * Deletes at most `limit` of the figures of keys from before a day.
   * @returns the number of deleted figures
   */
  prune(beforeDay: number, limit: number): Promise<number>;
}

/** The port for the sizes that quotas limit. */
export interface UsagePorts {
  readonly usage: Usage;
}
