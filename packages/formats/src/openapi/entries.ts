import { isObject, property } from '@context-sync/openapi';
import { entriesAt } from './value.ts';

export type Entry = readonly [key: string, value: unknown];

/** Returns the entries of the object at a key. */
export type Entries = (holder: unknown, key: string) => readonly Entry[];

/**
 * Caches the entries of each object, because thousands of operations can share one with thousands of keys. Callers must stop early for the same
 * reason.
 */
export function createEntries(): Entries {
  const known = new Map<unknown, readonly Entry[]>();
  return (holder, key) => {
    const object = property(holder, key);
    if (!isObject(object)) return [];
    const found = known.get(object) ?? entriesAt(holder, key);
    known.set(object, found);
    return found;
  };
}
