import { isObject, property } from '@context-sync/openapi';
import { entriesAt } from './value.ts';

export type Entry = readonly [key: string, value: unknown];

/** Keys and values of the object at a key. */
export type Entries = (holder: unknown, key: string) => readonly Entry[];

/**
 * Lists each object once, as thousands of operations can share one that has thousands of keys. Whoever goes through them must stop early for
 * the same reason.
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
