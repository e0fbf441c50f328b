import { setTimeout } from 'node:timers/promises';
import { foldTraffic } from './fold-traffic.ts';
import type { Store } from './store.ts';
import { callerIdOf } from './traffic/traffic-delta.ts';

const ERASE_INTERVAL_MS = 3_000;
/** Number of addresses that are read at once, in about 5 ms. Other requests wait meanwhile, because the SQLite API is synchronous. */
const ADDRESSES_PER_READ = 500;

/**
 * Executes the erasures that are not finished. Each step is a short transaction, and every step can be repeated: after a kill, the next call
 * continues. @returns the number of finished erasures
 */
export async function eraseUsers(store: Store, signal?: AbortSignal): Promise<number> {
  let finished = 0;
  for (const { projectId, callerId } of await store.erasures.unfinished()) {
    for await (const address of addressesOf(store, projectId, callerId, signal)) {
      while (!signal?.aborted && (await store.erasures.eraseLogs(projectId, callerId, address)) > 0)
        await setTimeout(1);
    }
    // The last step folds all pending logs, so most of them are folded beforehand.
    await foldTraffic(store, signal);
    while (!signal?.aborted) {
      if (await store.erasures.finish(projectId, callerId)) {
        finished += 1;
        break;
      }
      await setTimeout(1);
    }
  }
  return finished;
}

/** Erases every few seconds until the signal is aborted. Any number of processes can do so at the same time. */
export async function keepErased(store: Store, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await eraseUsers(store, signal).catch(report);
    await setTimeout(ERASE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Finds all spellings of a user's address in the logs. */
async function* addressesOf(store: Store, projectId: string, callerId: string, signal: AbortSignal | undefined) {
  let lastAddress = '';
  while (!signal?.aborted) {
    const addresses = await store.erasures.addresses(projectId, lastAddress, ADDRESSES_PER_READ);
    yield* addresses.filter((address) => callerIdOf(projectId, address) === callerId);
    const last = addresses.at(-1);
    if (last === undefined) return;
    lastAddress = last;
    await setTimeout(1);
  }
}
