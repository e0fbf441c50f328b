/** The progress of sending that a batcher takes into account. */
export interface SendBacklog {
  /** Number of items that are recorded but not sent yet. */
  readonly ready: number;
  /** Number of requests in progress. */
  readonly sending: number;
  /** Number of items that are not recorded yet. */
  readonly queued: number;
}

/** Decides when to write intents ahead, and how many, according to the write quota of the state store. */
export interface IntentBatcher {
  /** Duration of the last write in milliseconds; 0 before the first one. */
  readonly lastWriteMs: number;
  /** Called after each response from the service. */
  onResponse(backlog: Pick<SendBacklog, 'ready'>): void;
  /** Returns whether to record another batch now. */
  isDue(backlog: SendBacklog): boolean;
  /** Returns the number of items in the next batch. */
  size(backlog: SendBacklog): number;
  /** Called after each write. @param durationMs duration of the write in milliseconds */
  onWritten(durationMs: number): void;
}
