/** The record of a write with an Idempotency-Key. */
export interface IdempotencyRecord {
  /** Hash of the request's body and query. */
  readonly payload: string;
  readonly status: number;
  readonly location: string | null;
  /** JSON of the ids and times in the response. Never content, which would live on here after it is deleted. */
  readonly stored: string;
}

export interface IdempotencyScope {
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
}

/** Idempotency records by scope. Only used within a transaction: see `Store.runIdempotent`. */
export interface IdempotencyRecords {
  /**
   * Claims the scope for this transaction. Other transactions that claim it wait for the end of this one.
   * @returns the existing record, if there is one
   */
  claim(scope: IdempotencyScope, payload: string): Promise<IdempotencyRecord | undefined>;
  complete(scope: IdempotencyScope, record: IdempotencyRecord): Promise<void>;
  /** Deletes the oldest records claimed before a time, at most `limit`. @returns the number of deleted records */
  prune(before: string, limit: number): Promise<number>;
}
