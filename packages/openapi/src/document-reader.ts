import { getProperty, isObject } from './json-value.ts';
import { createReferences, type DanglingReason, type ReferenceResolver } from './resolve-references.ts';

export type Entry = readonly [key: string, value: unknown];

/** Function that returns the entries of the object at a key; empty if the value is not an object. */
export type Entries = (holder: unknown, key: string) => readonly Entry[];

/** An OpenAPI document, with the reference resolver and the cached entries that all functions use to read its parts. */
export interface DocumentReader {
  readonly root: unknown;
  readonly references: ReferenceResolver;
  readonly entries: Entries;
}

/** Creates the reference resolver and the cache for an OpenAPI document. Calls `onDangling` once for each reference without a target. */
export function createReader(
  root: unknown,
  onDangling?: (reference: string, reason: DanglingReason) => void,
): DocumentReader {
  return { root, references: createReferences(root, onDangling), entries: createEntries() };
}

/**
 * Creates a function that caches the entries of each object, because thousands of operations can share an object with thousands of keys. Callers must
 * limit how many entries they read for the same reason.
 */
function createEntries(): Entries {
  const entryCache = new Map<unknown, readonly Entry[]>();
  return (holder, key) => {
    const object = getProperty(holder, key);
    if (!isObject(object)) return [];
    const entries = entryCache.get(object) ?? Object.entries(object);
    entryCache.set(object, entries);
    return entries;
  };
}
