import { field, isObject, textAt } from './value.ts';

/** What a value stands for once its references are followed. */
export interface Target {
  readonly value: unknown;
  /** What the reader knows it by: the last key of the reference. */
  readonly name?: string;
  /** A reference into another file or page, which is not followed. */
  readonly external?: string;
}

export interface References {
  /** Follows `$ref`, also through further references. A value without one stands for itself. */
  resolve(value: unknown): Target;
  /** Names of the components that were asked for. */
  readonly used: ReadonlySet<string>;
}

/** References that lead to references. */
const CHAIN_LIMIT = 32;

/** `dangling` is called once for each reference that leads nowhere. */
export function createReferences(root: unknown, dangling: (reference: string) => void): References {
  const known = new Map<string, Target>();
  const used = new Set<string>();

  function follow(first: string): Target {
    let reference = first;
    for (let step = 0; step < CHAIN_LIMIT; step += 1) {
      if (isExternal(reference)) return { value: undefined, external: reference };
      const value = at(root, reference);
      if (value === undefined) break;
      const next = textAt(value, '$ref');
      // Siblings of a reference count in schemas; whoever reads schemas follows the rest of the chain.
      if (next === '' || (isObject(value) && Object.keys(value).length > 1)) return { value, name: nameOf(first) };
      reference = next;
    }
    dangling(first);
    return { value: undefined, name: nameOf(first) };
  }

  return {
    used,
    resolve(value) {
      const reference = textAt(value, '$ref');
      if (reference === '') return { value };
      const found = known.get(reference) ?? follow(reference);
      known.set(reference, found);
      if (found.name !== undefined) used.add(found.name);
      return found;
    },
  };
}

function isExternal(reference: string): boolean {
  return !reference.startsWith('#');
}

/** The value at a JSON pointer in a fragment (RFC 6901, section 6). */
function at(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let value = root;
  for (const key of keysOf(reference)) {
    value = Array.isArray(value) ? value[/^\d{1,9}$/.test(key) ? Number(key) : -1] : field(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

function keysOf(reference: string): string[] {
  return reference
    .slice(2)
    .split('/')
    .map((key) => decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(key: string): string {
  if (!key.includes('%')) return key;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Of a component its name; of anything else the way to it. */
function nameOf(reference: string): string {
  if (!reference.startsWith('#/')) return reference;
  const keys = keysOf(reference);
  return (keys[0] === 'components' && keys.length > 2 ? keys.slice(2) : keys).join('/');
}
