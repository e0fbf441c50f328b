import type { Capabilities } from '@context-sync/core';
import type { ItemRecord, Writer } from './state-schema.ts';

/**
 * Time during which an intent of another run counts as in progress, in milliseconds. A run starts a recorded request within `MAX_START_DELAY_MS`, or records
 * it again, and each request takes up to a minute: any older request has ended.
 */
export const LEASE_MS = 90_000;

/** Maximum time between recording an intent and starting its request, in milliseconds. */
export const MAX_START_DELAY_MS = 20_000;

/** Longest time for one write with all its attempts, in milliseconds; `LEASE_MS` relies on it. */
export const MAX_WRITE_MS = 60_000;

/**
 * Maximum time until the service lists an item whose response was lost, in milliseconds. Before that, a list without the item does not prove that
 * it was not created.
 */
const LISTING_DELAY_MS = 60_000;

/** Whether another run may still be sending this. Intents of our own run have ended: names of runs are unique. */
export function isInProgress(by: Writer | undefined, me: Writer): boolean {
  return by?.run !== undefined && by.run !== me.run && Math.abs(me.at - by.at) < LEASE_MS;
}

/** Whether the service's list now shows the outcome of an intent. For a run that died, only the latest possible end of its request is known. */
export function isListConclusive(by: Writer | undefined, me: Writer): boolean {
  if (by === undefined) return true;
  return Math.abs(me.at - by.at) >= (by.run === undefined ? LISTING_DELAY_MS : LEASE_MS + LISTING_DELAY_MS);
}

/**
 * Time during which an Idempotency-Key is used, in milliseconds. Services commonly forget keys after 24 hours, and would then create a duplicate. The four
 * hours less allow for clock differences, and for the time until a run sends.
 */
export const KEY_LIFETIME_MS = 20 * 3_600_000;

/** Whether `me` can repeat a request with the same Idempotency-Key without creating a duplicate. */
export function isRepeatable(
  { by }: { readonly by?: Writer | undefined },
  can: Capabilities,
  me: Writer | undefined,
): boolean {
  if (!can.idempotency || by?.keyed !== true) return false;
  return me === undefined || me.at - (by.keyedSince ?? by.at) < KEY_LIFETIME_MS;
}

/** Returns the writer of a retry: the age of its Idempotency-Key counts from the first attempt. */
export function writerOfRetry(by: Writer, earlier: Writer | undefined): Writer {
  if (!by.keyed || !earlier?.keyed) return by;
  return { ...by, keyedSince: earlier.keyedSince ?? earlier.at };
}

/** Whether a record announces a request whose outcome is not recorded yet. */
export function isIntent({ status }: Pick<ItemRecord, 'status'>): boolean {
  return status === 'creating' || status === 'updating' || status === 'deleting';
}
