import { ApiError } from '@context-sync/core';

/** Number of consecutive failures that could each be temporary, after which no more requests are sent. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** Decides when a run stops sending requests: after a cancellation, at the deadline, or after failures that further requests would repeat. */
export class CircuitBreaker {
  readonly #signal: AbortSignal;
  readonly #isPastDeadline: () => boolean;
  #isOutOfTime = false;
  #consecutiveFailures = 0;
  #openedBy: ApiError | undefined;

  /** Creates a closed circuit breaker. @param isPastDeadline returns whether the deadline has passed. Default: no deadline */
  constructor(signal: AbortSignal, isPastDeadline: () => boolean = () => false) {
    this.#signal = signal;
    this.#isPastDeadline = isPastDeadline;
  }

  /** The error that opened the circuit; undefined if no error did, for example after a cancellation or at the deadline. */
  get openedBy(): ApiError | undefined {
    return this.#openedBy;
  }

  /** Whether no more requests may be sent. */
  get isOpen(): boolean {
    if (this.#signal.aborted || this.#openedBy !== undefined) return true;
    this.#isOutOfTime ||= this.#isPastDeadline();
    return this.#isOutOfTime;
  }

  onSuccess(): void {
    this.#consecutiveFailures = 0;
  }

  /** Records a failure. An error about a single item does not open the circuit; an error about the key or the project does. */
  onFailure(error: unknown): void {
    if (!(error instanceof ApiError) || this.#openedBy) return;
    switch (error.kind) {
      case 'invalid-request':
        this.#consecutiveFailures = 0;
        return;
      case 'unauthorized':
      case 'forbidden':
      case 'not-found':
      case 'redirected':
        this.#openedBy = error;
        return;
      default:
        this.#consecutiveFailures += 1;
        if (this.#consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) this.#openedBy = error;
    }
  }
}
