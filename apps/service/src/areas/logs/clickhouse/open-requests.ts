import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';

/** An error for a request whose response did not arrive in time. Its outcome is unknown. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';

  constructor(timeoutMs: number) {
    super(`no response within ${Math.ceil(timeoutMs) / 1_000} s`);
  }
}

/** The requests that wait for a response, each with a timeout. */
export class OpenRequests {
  readonly #controllers = new Set<AbortController>();
  #isAborted = false;

  /**
   * Sends a request.
   * @param timeoutMs timeout in milliseconds, after which the request is aborted
   * @throws NoResponseError, or StoreUnavailableError after `abort`
   */
  async send<T>(timeoutMs: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isAborted) throw createAbortError();
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(new NoResponseError(timeoutMs)), timeoutMs);
    this.#controllers.add(controller);
    // A request that does not react to its signal must not delay the timeout.
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([send(signal), aborted]);
    } finally {
      clearTimeout(timer);
      this.#controllers.delete(controller);
    }
  }

  /** Aborts the open requests, and all later ones. */
  abort(): void {
    this.#isAborted = true;
    for (const controller of this.#controllers) controller.abort(createAbortError());
  }
}

function createAbortError(): StoreUnavailableError {
  return new StoreUnavailableError('ClickHouse: the request was aborted, because the service stops', {
    database: 'ClickHouse',
    isCanceled: true,
    isExternal: true,
  });
}
