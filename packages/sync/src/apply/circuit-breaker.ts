import { ApiError } from '@context-sync/core';

/** Consecutive failures, each of which could be temporary, after which no more requests are sent. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** Decides when a run sends no more requests: after a cancel, at the deadline, or after failures that further requests would repeat. */
export class CircuitBreaker {
  readonly #signal: AbortSignal;
  readonly #isPastDeadline: () => boolean;
  #isOutOfTime = false;
  #consecutiveFailures = 0;
  #openedBy: ApiError | undefined;

  /** @param isPastDeadline whether the run is out of time. Default: never */
  constructor(signal: AbortSignal, isPastDeadline: () => boolean = () => false) {
    this.#signal = signal;
    this.#isPastDeadline = isPastDeadline;
  }

  /** The error that opened the circuit; undefined after a cancel or at the deadline. */
  get openedBy(): ApiError | undefined {
    return this.#openedBy;
  }

  /** Whether to send no more requests. */
  get isOpen(): boolean {
    if (this.#signal.aborted || this.#openedBy !== undefined) return true;
    this.#isOutOfTime ||= this.#isPastDeadline();
    return this.#isOutOfTime;
  }

  onSuccess(): void {
    this.#consecutiveFailures = 0;
  }

  /** An error about a single item does not open the circuit; one about the key or the project does. */
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
