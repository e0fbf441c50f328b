import { decodePercent, resolvePointer } from './json-pointer.ts';
import { getProperty } from './json-value.ts';

/** Base URI of a document without `$self`. No reference can contain it, so it cannot be confused with the URI of another document. */
const UNKNOWN_BASE = 'openapi-document:/document';

/** The value of a reference, or its absence: `external` means that the reference is to another document. */
export type ReferenceTarget = { readonly value: unknown } | 'external' | 'missing';

/** The parts of a document that have their own URI or name: `$self`, `$id`, `$anchor` and `$dynamicAnchor`. */
export interface DocumentResources {
  /** Finds the target of a reference that is relative to the base URI of its holder (RFC 3986, JSON Schema 2020-12, section 8.2). */
  find(reference: string, holder: unknown): ReferenceTarget;
  /** Returns the base URI of an object within a schema that has an `$id`; empty for all other objects. */
  getBase(holder: unknown): string;
}

/** Indexes the document by URI. Visits each object once, even if YAML aliases refer to it several times. */
export function indexResources(root: unknown): DocumentResources {
  const rootBase = resolveUri(String(getProperty(root, '$self') ?? ''), UNKNOWN_BASE) ?? UNKNOWN_BASE;
  const resources = new Map<string, unknown>([[rootBase, root]]);
  const anchors = new Map<string, unknown>();
  const bases = new Map<unknown, string>();
  const seenObjects = new Set<unknown>();
  const pendingValues: { readonly value: unknown; readonly base: string }[] = [{ value: root, base: rootBase }];
  for (let next = pendingValues.pop(); next; next = pendingValues.pop()) {
    const { value } = next;
    if (typeof value !== 'object' || value === null || seenObjects.has(value)) continue;
    seenObjects.add(value);
    const id = getProperty(value, '$id');
    const base = (typeof id === 'string' ? resolveUri(id, next.base) : undefined) ?? next.base;
    if (base !== next.base && !resources.has(base)) resources.set(base, value);
    if (base !== rootBase) bases.set(value, base);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = getProperty(value, key);
      if (typeof anchor === 'string' && !anchors.has(`${base}#${anchor}`)) anchors.set(`${base}#${anchor}`, value);
    }
    for (const child of Object.values(value)) pendingValues.push({ value: child, base });
  }

  return {
    getBase: (holder) => bases.get(holder) ?? '',
    find(reference, holder) {
      const hash = reference.indexOf('#');
      // Without `$self` and `$id`, no other reference can be to this document.
      if (hash !== 0 && resources.size === 1 && rootBase === UNKNOWN_BASE) return 'external';
      const fragment = hash < 0 ? '' : reference.slice(hash + 1);
      const base = bases.get(holder) ?? rootBase;
      const uri = resolveUri(hash < 0 ? reference : reference.slice(0, hash), base);
      const resource = uri === undefined ? undefined : resources.get(uri);
      if (uri === undefined || resource === undefined) return 'external';
      const isPointer = fragment === '' || fragment.startsWith('/');
      const value = isPointer
        ? resolvePointer(resource, `#${fragment}`)
        : anchors.get(`${uri}#${decodePercent(fragment)}`);
      return value === undefined ? 'missing' : { value };
    },
  };
}

/** Returns the absolute URI without its fragment; undefined if the URI is invalid. */
function resolveUri(uri: string, base: string): string | undefined {
  const url = URL.parse(uri, base);
  if (!url) return undefined;
  url.hash = '';
  return url.href;
}
