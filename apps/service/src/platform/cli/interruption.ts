import { constants } from 'node:os';

/** A signal with which an operator or a process manager ends the process. */
export type EndSignal = 'SIGINT' | 'SIGTERM';

/** An error for a command that a signal has ended. The message states what has been done, and how to continue. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/**
 * The signals that end the process. A signal ends a command immediately, because each transaction is committed completely or not at all. Work that must
 * not end at any moment defers the end to its next safe point.
 */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #immediate = Promise.withResolvers<EndSignal>();
  #deferrals = 0;
  #received: EndSignal | undefined;
  #isImmediate = false;

  /** The first signal that was received. */
  get received(): EndSignal | undefined {
    return this.#received;
  }

  /** Whether the command did not end itself, so that its work may still be running. */
  get isImmediate(): boolean {
    return this.#isImmediate;
  }

  /** Handles a signal. Only the first one has an effect. */
  receive(signal: EndSignal): void {
    if (this.#received !== undefined) return;
    this.#received = signal;
    this.#isImmediate = this.#deferrals === 0;
    this.#controller.abort(new InterruptedError(signal));
    if (this.#isImmediate) this.#immediate.resolve(signal);
  }

  /** Runs work that ends itself at its next safe point after the signal is aborted. */
  async defer<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#deferrals += 1;
    try {
      return await work(this.#controller.signal);
    } finally {
      this.#deferrals -= 1;
    }
  }

  /** Resolves when a signal must end the command immediately. */
  waitForImmediateEnd(): Promise<EndSignal> {
    return this.#immediate.promise;
  }
}

/** Returns the exit code of a process that a signal has ended, as shells report it: 130 for SIGINT, 143 for SIGTERM. */
export function getExitCode(signal: EndSignal): number {
  return 128 + constants.signals[signal];
}
