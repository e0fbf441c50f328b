import { StoreUnavailableError } from './store-unavailable-error.ts';

/** Time for which a successful write proves that writes succeed. */
const SUCCESS_TTL_MS = 60_000;
/** Time for which a write that failed on a full disk proves that the disk is full, although a smaller write might succeed. */
const FULL_DISK_TTL_MS = 30_000;
/** Time before a failed check is repeated. */
const FAILURE_TTL_MS = 1_000;
/** Size of a probe; 256 KiB as base64 text, which is more than most requests write. */
export const PROBE_BYTES = 196_608;

export interface WriteCheck {
  /** Observes the outcome of a write. */
  observeWrite<T>(write: Promise<T>): Promise<T>;
  /** @throws StoreUnavailableError if the database cannot be read or written */
  check(): Promise<void>;
}

/**
 * Checks whether a store can be read and written. Reading alone does not detect a full disk. The writes of requests are observed at no
 * cost; if there were none recently, or the last one failed, a probe is written.
 * @param read reads something
 * @param write writes as much as most requests do
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
  const observeWrite = async <T>(begun: Promise<T>): Promise<T> => {
    try {
      const value = await begun;
      writtenAt = now();
      fullDiskError = undefined;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
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
    // Concurrent callers share one check, so that frequent checks do not load the database.
    check() {
      runningProbe ??= run().finally(() => {
        runningProbe = undefined;
      });
      return runningProbe;
    },
  };
}
