import { setImmediate } from 'node:timers/promises';

/** Lets the process receive signals, and then throws the reason of the abort signal if it is aborted. */
export async function passSafePoint(signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return;
  // Work with an SQLite file never waits for the system, so without this call, the process would not receive signals.
  await setImmediate();
  signal.throwIfAborted();
}
