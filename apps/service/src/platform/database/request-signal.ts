import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs work whose reads are canceled when the signal is aborted: reads that wait do not start, and long ones are interrupted. Writes are completed,
 * because their outcome would be unknown otherwise.
 */
export function runWithSignal<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work);
}

/** Runs work for several requests, which is not canceled with the one that has started it. */
export function runForAll<T>(work: () => T): T {
  return signals.run(undefined, work);
}

/** Returns the signal of the current request; undefined outside of a request. */
export function getRequestSignal(): AbortSignal | undefined {
  return signals.getStore();
}
