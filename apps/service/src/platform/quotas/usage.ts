/** The bytes that a key has sent on one day. */
export interface KeyUsage {
  readonly keyId: string;
  /** First minute of a UTC day, in minutes since 1970. */
  readonly day: number;
  readonly bytes: number;
}

/** How much storage projects take and how much data keys have sent. Quotas are checked against these figures. */
export interface Usage {
  /**
   * Returns the size of a project's logs and context items in bytes, without indexes and metrics. Logs that an older version of the service stored
   * are missing until their day is counted again.
   */
  projectBytes(projectId: string): Promise<number>;
  /** Returns the bytes that a key has sent on a day. */
  keyBytes(keyId: string, day: number): Promise<number>;
  /** Returns the keys that have sent data on a day, the largest sender first. */
  keys(day: number): Promise<KeyUsage[]>;
  /** Adds to the bytes that keys have sent. */
  addKeyBytes(added: readonly KeyUsage[]): Promise<void>;
  /**
   * Deletes at most `limit` of the figures of keys from before a day.
   * @returns the number of deleted figures
   */
  prune(beforeDay: number, limit: number): Promise<number>;
}

/** The port of the sizes that quotas limit. */
export interface UsagePorts {
  readonly usage: Usage;
}
