import { setTimeout } from 'node:timers/promises';
import { foldTraffic } from './fold-traffic.ts';
import type { Store } from './store.ts';
import { getCallerId } from './traffic/traffic-delta.ts';

const ERASE_INTERVAL_MS = 3_000;
/** Number of addresses in one read. Other requests wait for the read, about 5 ms, because the SQLite API is synchronous. */
const ADDRESSES_PER_READ = 500;

/**
 * Executes all unfinished erasures. If the process is killed, the next call continues, because each step is a short transaction that can be repeated.
 * @returns the number of finished erasures
 */
export async function eraseUsers(store: Store, signal?: AbortSignal): Promise<number> {
  let finishedCount = 0;
  for (const { projectId, callerId } of await store.erasures.unfinished()) {
    for await (const address of readAddresses(store, projectId, callerId, signal)) {
      while (!signal?.aborted && (await store.erasures.eraseLogs(projectId, callerId, address)) > 0)
        await setTimeout(1);
    }
    // The last step of an erasure folds the remaining logs, so most pending logs are folded before.
    await foldTraffic(store, signal);
    while (!signal?.aborted) {
      if (await store.erasures.finish(projectId, callerId)) {
        finishedCount += 1;
        break;
      }
      await setTimeout(1);
    }
  }
  return finishedCount;
}

/** Executes the unfinished erasures every few seconds until the signal is aborted. Several processes can run this function at the same time. */
export async function keepErased(store: Store, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await eraseUsers(store, signal).catch(report);
    await setTimeout(ERASE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Yields all spellings of a user's address in the logs. */
async function* readAddresses(store: Store, projectId: string, callerId: string, signal: AbortSignal | undefined) {
  let lastAddress = '';
  while (!signal?.aborted) {
    const addresses = await store.erasures.addresses(projectId, lastAddress, ADDRESSES_PER_READ);
    yield* addresses.filter((address) => getCallerId(projectId, address) === callerId);
    const last = addresses.at(-1);
    if (last === undefined) return;
    lastAddress = last;
    await setTimeout(1);
  }
}
