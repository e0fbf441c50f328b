import { getReference, parsePointer, resolvePointer } from './json-pointer.ts';
import { isObject, type Json, type JsonObject } from './json-value.ts';

/** Maximum length of a chain of references. A longer chain is treated as a cycle. */
const MAX_CHAIN_LENGTH = 32;

/**
 * Follows the `$ref` of a value until it reaches a value without one. Returns a reference that cannot be resolved unchanged, and returns the original
 * value if its references form a cycle.
 */
export function dereferenceValue(document: JsonObject, value: Json): Json;
export function dereferenceValue(document: unknown, value: unknown): unknown;
export function dereferenceValue(document: unknown, value: unknown): unknown {
  let currentValue = value;
  for (let step = 0; step < MAX_CHAIN_LENGTH; step += 1) {
    const reference = getReference(currentValue);
    const target = reference === undefined ? undefined : resolvePointer(document, reference);
    if (target === undefined) return currentValue;
    currentValue = target;
  }
  return value;
}

/** The value at the end of a chain of references. */
export interface ResolvedReference {
  readonly value: unknown;
  /** The component's name: the last key of the reference. */
  readonly name?: string;
  /** A reference to another file or page, which is not followed. */
  readonly external?: string;
}

/** A resolver with a cache for the references of a document. It records which components are in use. */
export interface ReferenceResolver {
  /** Follows `$ref`, including references to references. A value without `$ref` resolves to itself. */
  resolve(value: unknown): ResolvedReference;
  /** Names of the components that were resolved so far. */
  readonly used: ReadonlySet<string>;
}

/** Creates a resolver for the references of a document. Calls `onDangling` once for each reference that cannot be resolved. */
export function createReferences(root: unknown, onDangling: (reference: string) => void): ReferenceResolver {
  const cache = new Map<string, ResolvedReference>();
  const usedReferences = new Set<string>();

  function follow(first: string): ResolvedReference {
    let reference = first;
    for (let step = 0; step < MAX_CHAIN_LENGTH; step += 1) {
      if (!reference.startsWith('#')) return { value: undefined, external: reference };
      const value = resolvePointer(root, reference);
      if (value === undefined) break;
      const nextReference = getReference(value);
      // In a schema, keywords next to `$ref` also apply, so the schema reader must follow the rest of the chain.
      if (nextReference === undefined || (isObject(value) && Object.keys(value).length > 1))
        return { value, name: getComponentName(first) };
      reference = nextReference;
    }
    onDangling(first);
    return { value: undefined, name: getComponentName(first) };
  }

  return {
    used: usedReferences,
    resolve(value) {
      const reference = getReference(value);
      if (reference === undefined) return { value };
      const resolved = cache.get(reference) ?? follow(reference);
      cache.set(reference, resolved);
      if (resolved.name !== undefined) usedReferences.add(resolved.name);
      return resolved;
    },
  };
}

/** Returns the name of the component that a reference points to; for any other target, the path of the target. */
function getComponentName(reference: string): string {
  if (!reference.startsWith('#/')) return reference;
  const keys = parsePointer(reference);
  return (keys[0] === 'components' && keys.length > 2 ? keys.slice(2) : keys).join('/');
}
