/** The database cannot be used at the moment: it cannot be reached, does not respond in time, is full, or accepts no writes. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** Whether a write may have been carried out all the same: the database was lost while it committed the write. */
  readonly outcomeUnknown: boolean;
  /** Whether there was no room on the disk: a smaller write may succeed all the same. */
  readonly isFull: boolean;

  /** @param why for the operator; it may name hosts and files */
  constructor(
    why: string,
    {
      outcomeUnknown = false,
      isFull = false,
      cause,
    }: { outcomeUnknown?: boolean; isFull?: boolean; cause?: unknown } = {},
  ) {
    super(`The database is unavailable: ${why}`, { cause });
    this.outcomeUnknown = outcomeUnknown;
    this.isFull = isFull;
  }
}
