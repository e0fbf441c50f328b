import type { Capabilities } from '@context-sync/core';
import type { ItemRecord, Writer } from './schema.ts';

/**
 * How long an intent of another run counts as under way, in milliseconds. A run starts what it has recorded within `MAX_START_DELAY_MS` or records
 * it anew, and gives each request up to a minute: what is older than this is surely over.
 */
export const LEASE_MS = 90_000;

/** How long after it was recorded an intent may be started, in milliseconds. */
export const MAX_START_DELAY_MS = 20_000;

/** Longest time for one write with all its attempts, in milliseconds; what `LEASE_MS` relies on. */
export const MAX_WRITE_MS = 60_000;

/**
 * How long the service may take to show in its list what a request has created whose answer was lost, in milliseconds. Before that, a list
 * without the item does not say that it was not sent.
 */
const LISTING_DELAY_MS = 60_000;

/** Whether another run may still be sending this. What a run has left behind that had our own name is over: names are not shared. */
export function isInProgress(by: Writer | undefined, me: Writer): boolean {
  return by?.run !== undefined && by.run !== me.run && Math.abs(me.at - by.at) < LEASE_MS;
}

/**
 * Whether a list of the service's items can tell by now what came of it. Of a run that died nobody knows when its request was over, only by
 * when.
 */
export function isListConclusive(by: Writer | undefined, me: Writer): boolean {
  if (by === undefined) return true;
  return Math.abs(me.at - by.at) >= (by.run === undefined ? LISTING_DELAY_MS : LEASE_MS + LISTING_DELAY_MS);
}

/**
 * How long an Idempotency-Key is relied on, in milliseconds. Services forget keys, commonly after 24 hours, and would then create the same a
 * second time. The four hours less are for clocks that differ and for the time that a run takes until it sends.
 */
export const KEY_LIFETIME_MS = 20 * 3_600_000;

/** Whether its request can be sent again by `me` under the same Idempotency-Key without doing the same twice. */
export function isRepeatable(
  { by }: { readonly by?: Writer | undefined },
  can: Capabilities,
  me: Writer | undefined,
): boolean {
  if (!can.idempotency || by?.keyed !== true) return false;
  return me === undefined || me.at - (by.keyedSince ?? by.at) < KEY_LIFETIME_MS;
}

/** The writer of a request that repeats an earlier one: the age of its Idempotency-Key counts from the first time it was sent. */
export function writerOfRetry(by: Writer, earlier: Writer | undefined): Writer {
  if (!by.keyed || !earlier?.keyed) return by;
  return { ...by, keyedSince: earlier.keyedSince ?? earlier.at };
}

/** Whether the record says that something is about to be sent, and not yet what came of it. */
export function isIntent({ status }: Pick<ItemRecord, 'status'>): boolean {
  return status === 'creating' || status === 'updating' || status === 'deleting';
}
