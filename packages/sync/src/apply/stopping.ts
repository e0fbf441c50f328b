import { ApiError } from '@context-sync/core';

/** Failures in a row, each of which may be the service's passing trouble, after which it is left alone. */
const TROUBLE_LIMIT = 5;

/** Decides when to send nothing more. */
export class Stopping {
  readonly #signal: AbortSignal;
  readonly #isLate: () => boolean;
  #outOfTime = false;
  #trouble = 0;
  #stoppedBy: ApiError | undefined;

  /** @param isLate whether the run's time is used up */
  constructor(signal: AbortSignal, isLate: () => boolean = () => false) {
    this.#signal = signal;
    this.#isLate = isLate;
  }

  get stoppedBy(): ApiError | undefined {
    return this.#stoppedBy;
  }

  get stopped(): boolean {
    if (this.#signal.aborted || this.#stoppedBy !== undefined) return true;
    this.#outOfTime ||= this.#isLate();
    return this.#outOfTime;
  }

  succeeded(): void {
    this.#trouble = 0;
  }

  /** Takes note of a failure. What the service says of one item is no reason to stop; what it says of the key or the project is. */
  failed(error: unknown): void {
    if (!(error instanceof ApiError) || this.#stoppedBy) return;
    switch (error.kind) {
      case 'invalid-request':
        this.#trouble = 0;
        return;
      case 'unauthorized':
      case 'forbidden':
      case 'not-found':
      case 'redirected':
        this.#stoppedBy = error;
        return;
      default:
        this.#trouble += 1;
        if (this.#trouble >= TROUBLE_LIMIT) this.#stoppedBy = error;
    }
  }
}
