/** What is kept of an answer that was given to a write with an Idempotency-Key. */
export interface StoredAnswer {
  /** Hash of the request's body and query. */
  readonly payload: string;
  readonly status: number;
  readonly location: string | null;
  /** JSON of what the answer had beside what the request says: ids and times. No content, or it would live on here when it is deleted. */
  readonly kept: string;
}

export interface IdempotencyScope {
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
}

/** Answers by the scope of their Idempotency-Key. Only makes sense within a transaction: see `once`. */
export interface Answers {
  /**
   * Takes the scope for this transaction; another transaction that asks for it waits for the end of this one.
   * @returns the answer that was given before, if one was
   */
  claim(scope: IdempotencyScope, payload: string): Promise<StoredAnswer | undefined>;
  complete(scope: IdempotencyScope, answer: StoredAnswer): Promise<void>;
  /** Deletes the oldest ones whose scope was claimed before a time, at most `limit`. @returns how many */
  prune(before: string, limit: number): Promise<number>;
}
