import { runForAll } from './request-signal.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** Time in milliseconds for which a successful write counts as proof that writes succeed. */
const SUCCESS_TTL_MS = 60_000;
/** Time in milliseconds for which a write that failed on a full disk proves that the disk is full, even if a smaller write succeeds. */
const FULL_DISK_TTL_MS = 30_000;
/** Time in milliseconds before a failed check is repeated. */
const FAILURE_TTL_MS = 1_000;
/** Size of the probe in bytes. As base64 text, it takes 256 KiB, which is more than most requests write. */
export const PROBE_BYTES = 196_608;

export interface WriteCheck {
  /** Observes the outcome of a write and returns the promise of the write. */
  observeWrite<T>(write: Promise<T>): Promise<T>;
  /**
   * Checks the store.
   * @throws StoreUnavailableError if the database cannot be read or written
   */
  check(): Promise<void>;
}

/**
 * Creates a check for whether a store can be read and written. A read alone does not detect a full disk. The check observes the writes of requests and
 * writes a probe only if there was no recent write or the last write failed.
 * @param read reads any data
 * @param write writes at least as much data as most requests do
 * @param now clock in milliseconds
 */
export function createWriteCheck(
  { read, write }: { readonly read: () => Promise<void>; readonly write: () => Promise<void> },
  now: () => number = () => performance.now(),
): WriteCheck {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let fullDiskError: { readonly at: number; readonly error: StoreUnavailableError } | undefined;
  let lastFailure: { readonly at: number; readonly error: unknown } | undefined;
  let runningProbe: Promise<void> | undefined;
  const observeWrite = async <T>(startedWrite: Promise<T>): Promise<T> => {
    try {
      const value = await startedWrite;
      writtenAt = now();
      fullDiskError = undefined;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailableError && !error.isCanceled && !error.isExternal) {
        writtenAt = Number.NEGATIVE_INFINITY;
        if (error.isFull) fullDiskError = { at: now(), error };
      }
      throw error;
    }
  };
  const run = async () => {
    if (lastFailure && now() - lastFailure.at < FAILURE_TTL_MS) throw lastFailure.error;
    try {
      await read();
      if (fullDiskError && now() - fullDiskError.at < FULL_DISK_TTL_MS) throw fullDiskError.error;
      if (now() - writtenAt > SUCCESS_TTL_MS) await observeWrite(write());
      lastFailure = undefined;
    } catch (error) {
      lastFailure = { at: now(), error };
      throw error;
    }
  };
  return {
    observeWrite,
    // Concurrent calls share one check, so that frequent calls do not overload the database.
    check() {
      runningProbe ??= runForAll(run).finally(() => {
        runningProbe = undefined;
      });
      return runningProbe;
    },
  };
}
