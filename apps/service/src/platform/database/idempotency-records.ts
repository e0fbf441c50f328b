/** The record of a write with an Idempotency-Key. */
export interface IdempotencyRecord {
  /** Hash of the request's body and query. */
  readonly payload: string;
  readonly status: number;
  readonly location: string | null;
  /** Ids and times of the response as JSON. Contains no content, so that the record does not keep content that is deleted later. */
  readonly stored: string;
}

export interface IdempotencyScope {
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
}

/** Idempotency records by scope. They are used within a transaction: see `Database.runIdempotent`. */
export interface IdempotencyRecords {
  /**
   * Claims the scope for this transaction. Other transactions that claim the same scope wait until this one ends.
   * @returns the existing record, or undefined if there is none
   */
  claim(scope: IdempotencyScope, payload: string): Promise<IdempotencyRecord | undefined>;
  complete(scope: IdempotencyScope, record: IdempotencyRecord): Promise<void>;
  /**
   * Deletes at most `limit` of the oldest records that were claimed before a time.
   * @returns the number of deleted records
   */
  prune(before: string, limit: number): Promise<number>;
}

/** The port for idempotency records. */
export interface IdempotencyPorts {
  readonly idempotencyRecords: IdempotencyRecords;
}
