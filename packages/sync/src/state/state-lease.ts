import type { Capabilities } from '@context-sync/core';
import type { ItemRecord, Writer } from './state-schema.ts';

/**
 * Time in milliseconds for which an intent of another run is treated as in progress. A run starts a recorded request within `MAX_START_DELAY_MS` or
 * records it again, and each request takes up to one minute, so any older request has ended.
 */
export const LEASE_MS = 90_000;

/** Maximum time between recording an intent and starting its request, in milliseconds. */
export const MAX_START_DELAY_MS = 20_000;

/** Maximum time for one write with all its attempts, in milliseconds. `LEASE_MS` depends on this value. */
export const MAX_WRITE_MS = 60_000;

/**
 * Maximum time in milliseconds until the service lists an item whose response was lost. Before that time, a list without the item does not prove that
 * the item was not created.
 */
const LISTING_DELAY_MS = 60_000;

/**
 * Returns whether another run may still be sending a request. The requests of this run's own intents have ended, because names of runs are unique.
 */
export function isInProgress(by: Writer | undefined, me: Writer): boolean {
  return by?.run !== undefined && by.run !== me.run && Math.abs(me.at - by.at) < LEASE_MS;
}

/** Returns whether the service's list now shows the outcome of an intent. For a killed run, only the latest possible end of its request is known. */
export function isListConclusive(by: Writer | undefined, me: Writer): boolean {
  if (by === undefined) return true;
  return Math.abs(me.at - by.at) >= (by.run === undefined ? LISTING_DELAY_MS : LEASE_MS + LISTING_DELAY_MS);
}

/**
 * Time in milliseconds for which an Idempotency-Key is used. Services commonly delete keys after 24 hours, and would then create a duplicate. The
 * difference of four hours allows for differences between clocks and for the time until a run sends its request.
 */
export const KEY_LIFETIME_MS = 20 * 3_600_000;

/** Returns whether the run `me` can repeat a request with the same Idempotency-Key without creating a duplicate. */
export function isRepeatable(
  { by }: { readonly by?: Writer | undefined },
  can: Capabilities,
  me: Writer | undefined,
): boolean {
  if (!can.idempotency || by?.keyed !== true) return false;
  return me === undefined || me.at - (by.keyedSince ?? by.at) < KEY_LIFETIME_MS;
}

/** Returns the writer of a retry. The age of its Idempotency-Key is counted from the first attempt. */
export function getRetryWriter(by: Writer, earlier: Writer | undefined): Writer {
  if (!by.keyed || !earlier?.keyed) return by;
  return { ...by, keyedSince: earlier.keyedSince ?? earlier.at };
}

/** Returns whether a record is an intent, whose request has no recorded outcome yet. */
export function isIntent({ status }: Pick<ItemRecord, 'status'>): boolean {
  return status === 'creating' || status === 'updating' || status === 'deleting';
}
