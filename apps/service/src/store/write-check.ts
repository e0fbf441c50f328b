import { StoreUnavailableError } from './store-unavailable-error.ts';

/** Milliseconds for which a write that succeeded shows that writes succeed. */
const SUCCESS_COUNTS = 60_000;
/** Milliseconds for which a write that found no room shows that there is none, although a smaller one would succeed. */
const FULL_COUNTS = 30_000;
/** Milliseconds for which a check that failed is not repeated. */
const FAILURE_COUNTS = 1_000;
/** Random bytes of a write that is tried, 256 KiB as text: more than most requests write, so that there is room for them as well. */
export const PROBE_BYTES = 196_608;

export interface WriteCheck {
  /** Learns from a write how writes end. */
  noting<T>(write: Promise<T>): Promise<T>;
  /** @throws StoreUnavailableError unless the database can be read and written */
  check(): Promise<void>;
}

/**
 * Whether a store can be read and written. Reading alone does not show that there is room on the disk. Writes of requests show it at no
 * cost; where there was none of late, or the last one failed, one is tried.
 * @param read reads something
 * @param write writes so much that most writes would find room as well
 * @param now milliseconds
 */
export function writeCheck(
  { read, write }: { readonly read: () => Promise<void>; readonly write: () => Promise<void> },
  now: () => number = () => performance.now(),
): WriteCheck {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let full: { readonly at: number; readonly error: StoreUnavailableError } | undefined;
  let failed: { readonly at: number; readonly error: unknown } | undefined;
  let running: Promise<void> | undefined;
  const noting = async <T>(begun: Promise<T>): Promise<T> => {
    try {
      const value = await begun;
      writtenAt = now();
      full = undefined;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        writtenAt = Number.NEGATIVE_INFINITY;
        if (error.isFull) full = { at: now(), error };
      }
      throw error;
    }
  };
  const run = async () => {
    if (failed && now() - failed.at < FAILURE_COUNTS) throw failed.error;
    try {
      await read();
      if (full && now() - full.at < FULL_COUNTS) throw full.error;
      if (now() - writtenAt > SUCCESS_COUNTS) await noting(write());
      failed = undefined;
    } catch (error) {
      failed = { at: now(), error };
      throw error;
    }
  };
  return {
    noting,
    // Callers of the same moment share one check, so that a caller who checks often does not keep the database busy.
    check() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
