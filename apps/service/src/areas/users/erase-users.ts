import { setTimeout } from 'node:timers/promises';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import type { ErasurePosition } from '../logs/erase-logs.ts';
import { foldTraffic } from '../metrics/fold-traffic.ts';
import type { UserStore } from './store.ts';

const ERASE_INTERVAL_MS = 3_000;
/** Time in milliseconds until the next attempt to remove deleted content from the database files, for example if a backup prevents it. */
const OVERWRITE_INTERVAL_MS = 250;
/** Number of email addresses in one read. Other requests wait for the read, about 5 ms, because the SQLite API is synchronous. */
const ADDRESSES_PER_READ = 500;
const FIRST_POSITION: ErasurePosition = { timestamp: '0001-01-01T00:00:00.000Z', number: 0 };

/**
 * Executes all unfinished erasures. After the process was killed, the next call continues, because each step is a short transaction that can be repeated.
 * @returns the number of finished erasures
 */
export async function eraseUsers(store: UserStore, signal?: AbortSignal): Promise<number> {
  let finishedCount = 0;
  const erasures = Map.groupBy(await store.erasures.unfinished(), ({ projectId }) => projectId);
  for (const [projectId, users] of erasures) {
    const userIds = users.map(({ userId }) => userId);
    if (await eraseUsersInProject(store, projectId, userIds, signal)) finishedCount += userIds.length;
  }
  return finishedCount;
}

/** Executes the unfinished erasures every few seconds until the signal is aborted. Several processes can run this function at the same time. */
export async function keepErased(
  store: UserStore,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await eraseUsers(store, signal).catch(report);
    await setTimeout(ERASE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Erases users of one project.
 * @returns false if the signal was aborted first
 */
async function eraseUsersInProject(
  store: UserStore,
  projectId: string,
  userIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  // The logs of the erased users come first, because they can be found with an index.
  for await (const { address, userId } of readAddresses(store, projectId, userIds, signal)) {
    await repeat(async () => !(await store.erasures.eraseLogs(projectId, userId, address)), signal);
  }
  let position: ErasurePosition | undefined = FIRST_POSITION;
  await repeat(async () => {
    position = position && (await store.erasures.eraseMentions(projectId, userIds, position));
    return position !== undefined;
  }, signal);
  // The last step of an erasure folds the remaining logs in one transaction, so most pending logs are folded before this step.
  await foldTraffic(store, signal);
  await repeat(async () => (await store.erasures.eraseNames(projectId, userIds)) > 0, signal);
  for (const userId of userIds) {
    await repeat(async () => !(await store.erasures.finish(projectId, userId)), signal);
  }
  while (!signal?.aborted && !(await store.overwriteDeleted())) {
    await setTimeout(OVERWRITE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  if (signal?.aborted) return false;
  for (const userId of userIds) await store.erasures.complete(projectId, userId);
  return true;
}

/** Repeats a step until it returns false or the signal is aborted. Other requests run between the steps. */
async function repeat(step: () => Promise<boolean>, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted && (await step())) await setTimeout(1);
}

/** Yields all forms (case and spaces) of the users' email addresses in the logs. */
async function* readAddresses(
  store: UserStore,
  projectId: string,
  userIds: readonly string[],
  signal: AbortSignal | undefined,
) {
  const ids = new Set(userIds);
  let lastAddress = '';
  while (!signal?.aborted) {
    const addresses = await store.erasures.addresses(projectId, lastAddress, ADDRESSES_PER_READ);
    for (const address of addresses) {
      const userId = getUserId(projectId, address);
      if (ids.has(userId)) yield { address, userId };
    }
    const last = addresses.at(-1);
    if (last === undefined) return;
    lastAddress = last;
    await setTimeout(1);
  }
}
