import { getReference, isObject, listAt, parsePointer } from '@context-sync/openapi';
import { isAnnotation } from './schema-merge.ts';

/** Maximum nesting of components that refer to each other, such as a response that refers to a header. */
const DEPTH_LIMIT = 16;

/**
 * Returns the names of the component schemas that are used at two or more positions. Each of them is described once, in a section of its own, and
 * only named elsewhere.
 */
export function findSharedSchemas(root: unknown): ReadonlySet<string> {
  const users = listUsers(root);
  const counts = new Map<string, number>();

  /** Returns the number of positions that use a component. A use in a component that is not a schema counts as many times as that component is used. */
  const countUses = (component: string, depth: number): number => {
    const knownCount = counts.get(component);
    if (knownCount !== undefined) return knownCount;
    // A component that contains itself is not counted again while it is being counted.
    counts.set(component, 0);
    let count = 0;
    for (const user of users.get(component) ?? []) {
      count += user === '' || user.startsWith(SCHEMAS) || depth > DEPTH_LIMIT ? 1 : countUses(user, depth + 1);
      if (count > 1) break;
    }
    counts.set(component, count);
    return count;
  };

  const sharedNames = new Set<string>();
  for (const component of users.keys()) {
    if (component.startsWith(SCHEMAS) && countUses(component, 0) > 1) sharedNames.add(component.slice(SCHEMAS.length));
  }
  return sharedNames;
}

const SCHEMAS = 'schemas/';

/** Returns the components that refer to each component, by `kind/name`. A reference from outside of the components has an empty name. */
function listUsers(root: unknown): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const pendingValues: { value: unknown; keys: readonly string[] }[] = [{ value: root, keys: [] }];
  // Schemas of an `allOf` lose their names when they are merged.
  const mergedParts = new Set<unknown>();
  // Aliases of YAML can repeat an object exponentially often.
  const seenObjects = new Set<unknown>();
  for (let pendingValue = pendingValues.pop(); pendingValue !== undefined; pendingValue = pendingValues.pop()) {
    const { value, keys } = pendingValue;
    if (typeof value !== 'object' || value === null || seenObjects.has(value)) continue;
    seenObjects.add(value);
    const component = getComponent(getReference(value) ?? '');
    const user = keys[0] === 'components' ? keys.slice(1).join('/') : '';
    if (component !== '' && component !== user && !mergedParts.has(value)) {
      const componentUsers = users.get(component);
      if (componentUsers) componentUsers.push(user);
      else users.set(component, [user]);
    }
    for (const part of listMergedParts(value)) mergedParts.add(part);
    for (const [key, member] of Object.entries(value))
      pendingValues.push({ value: member, keys: keys.length < 3 && isObject(value) ? [...keys, key] : keys });
  }
  return users;
}

/** Returns the parts of an `allOf` that are merged with each other, or with the properties of the schema. */
function listMergedParts(schema: object): readonly unknown[] {
  const parts = listAt(schema, 'allOf').filter((part) => !isAnnotation(part));
  return parts.length > 1 || Object.hasOwn(schema, 'properties') ? parts : [];
}

/** Returns the `kind/name` of the component that a reference refers to; empty if it refers to something else. */
function getComponent(reference: string): string {
  if (!reference.startsWith('#/components/')) return '';
  const keys = parsePointer(reference);
  return keys.length === 3 ? keys.slice(1).join('/') : '';
}
