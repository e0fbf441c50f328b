/** The progress of sending, as a batcher sees it. */
export interface SendBacklog {
  /** Items that are recorded and not sent yet. */
  readonly ready: number;
  /** Requests in progress. */
  readonly sending: number;
  /** Items that are not recorded yet. */
  readonly queued: number;
}

/** Decides how many intents to write ahead, and when, given the write quota of the state store. */
export interface IntentBatcher {
  /** Duration of the last write in milliseconds; 0 before the first one. */
  readonly lastWriteMs: number;
  /** Called after each response. */
  onResponse(backlog: Pick<SendBacklog, 'ready'>): void;
  /** Whether to record another batch now. */
  isDue(backlog: SendBacklog): boolean;
  /** Number of items of the next batch. */
  size(backlog: SendBacklog): number;
  /** Called after each write. @param durationMs in milliseconds */
  onWritten(durationMs: number): void;
}
