import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnavailableError } from './store-unavailable-error.ts';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs work that is canceled when the signal is aborted: reads and writes that wait do not start, and long reads are interrupted. Writes that have
 * begun are completed, because their outcome would be unknown otherwise.
 */
export function runWithSignal<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work);
}

/** Runs work that several requests share. The work is not canceled if the request that started it is canceled. */
export function runForAll<T>(work: () => T): T {
  return signals.run(undefined, work);
}

/** Returns the signal of the current request; undefined outside of a request. */
export function getRequestSignal(): AbortSignal | undefined {
  return signals.getStore();
}

/** Creates the error of an operation that did not start, or of an interrupted read. */
export function createCancelError(operation: 'read' | 'write' | 'transaction'): StoreUnavailableError {
  return new StoreUnavailableError(`a ${operation} was canceled, because its request has ended`, { isCanceled: true });
}
