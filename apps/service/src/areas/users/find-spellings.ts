import { setTimeout } from 'node:timers/promises';
import { normalizeUser } from '@context-sync/core/user-identity';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import { mergeSpellings } from '../logs/traffic-delta.ts';
import type { UserStore } from './store.ts';

/** Number of email addresses in one read, and number of users in one write. Other requests wait for each read, because the SQLite API is synchronous. */
const ADDRESSES_PER_READ = 500;
const RECORDS_PER_WRITE = 20;

/**
 * Looks up the forms of the email addresses of users who were stored before the service recorded these forms. After an interruption, the next call
 * continues.
 */
export async function findSpellings(store: UserStore, projectId: string, signal?: AbortSignal): Promise<void> {
  if (!(await store.users.hasUnknownSpellings(projectId))) return;
  const spellings = new Map<string, readonly string[]>();
  let lastAddress = '';
  for (;;) {
    const addresses = await store.erasures.addresses(projectId, lastAddress, ADDRESSES_PER_READ);
    for (const address of addresses) {
      if (address === normalizeUser(address)) continue;
      const userId = getUserId(projectId, address);
      spellings.set(userId, mergeSpellings(spellings.get(userId) ?? [], [address]));
    }
    const last = addresses.at(-1);
    if (signal?.aborted) return;
    if (last === undefined) break;
    lastAddress = last;
    await setTimeout(1);
  }
  while (!signal?.aborted && (await store.users.setUnknownSpellings(projectId, spellings, RECORDS_PER_WRITE)) > 0)
    await setTimeout(1);
}
