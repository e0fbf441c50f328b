import type { DocumentReader } from './document-reader.ts';
import { getReference } from './json-pointer.ts';
import { getKeyMeaning, type KeyMeaning } from './schema-keywords.ts';

/** A reference whose target is not in the document. */
export interface UnresolvedReference {
  readonly reference: string;
  /** Whether the target is missing in this document, or the reference is to another document. */
  readonly reason: 'missing' | 'external';
}

/** Finds the references whose target is not in the document, each once. Visits each object once, even if YAML aliases refer to it several times. */
export function findUnresolvedReferences({ root, references }: DocumentReader): UnresolvedReference[] {
  const foundReferences = new Map<string, UnresolvedReference>();
  const seenObjects = new Set<unknown>();
  const pendingValues: { readonly value: unknown; readonly keys: KeyMeaning }[] = [{ value: root, keys: 'keywords' }];
  for (let next = pendingValues.pop(); next; next = pendingValues.pop()) {
    const { value, keys } = next;
    if (typeof value !== 'object' || value === null || keys === 'data' || seenObjects.has(value)) continue;
    seenObjects.add(value);
    const reference = keys === 'keywords' ? getReference(value) : undefined;
    const target = reference === undefined ? undefined : references.find(reference, value);
    if (reference !== undefined && typeof target === 'string')
      foundReferences.set(reference, { reference, reason: target });
    for (const [key, child] of Object.entries(value).reverse())
      pendingValues.push({ value: child, keys: Array.isArray(value) ? keys : getKeyMeaning(keys, key, child) });
  }
  return [...foundReferences.values()];
}
