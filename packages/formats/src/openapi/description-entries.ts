import { getProperty, isObject } from '@context-sync/openapi';
import { getEntriesAt } from './json-value.ts';

export type Entry = readonly [key: string, value: unknown];

/** Function that returns the entries of the object at a key; empty if the value is not an object. */
export type Entries = (holder: unknown, key: string) => readonly Entry[];

/**
 * Creates a function that caches the entries of each object, because thousands of operations can share an object with thousands of keys. Callers must
 * limit how many entries they read for the same reason.
 */
export function createEntries(): Entries {
  const entryCache = new Map<unknown, readonly Entry[]>();
  return (holder, key) => {
    const object = getProperty(holder, key);
    if (!isObject(object)) return [];
    const entries = entryCache.get(object) ?? getEntriesAt(holder, key);
    entryCache.set(object, entries);
    return entries;
  };
}
