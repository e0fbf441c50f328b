/** Keys whose values are text that readers see. */
const TEXT_KEYS = new Set(['description', 'summary']);
/** Keys whose values are data. A `description` or `summary` within such a value is not text for readers. */
const DATA_KEYS = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** Keys whose values are objects with member names that readers see. */
const NAMED_KEYS = new Set(['properties', 'patternProperties', 'paths', 'webhooks']);

/** Returns the names of component schemas that other schemas extend. The descriptions of the extending schemas replace their own descriptions. */
function findExtendedSchemas(root: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.stringify(root, (key, value: unknown) => {
    if (key !== 'allOf') return value;
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      names.add(name);
    return value;
  });
  return names;
}

/**
 * Returns the distinct descriptions, summaries and names in an OpenAPI document. Independent of the parser under test, so that tests can compare the output of
 * the parser with this list.
 */
export function extractOpenapiTexts(root: unknown): readonly string[] {
  const texts = new Set<string>();
  const extendedObjects = findExtendedSchemas(root);
  const seenObjects = new Set<unknown>();
  const pendingValues: { readonly value: unknown; readonly isNamed: boolean; readonly isExtended?: boolean }[] = [
    { value: root, isNamed: false },
  ];
  for (let pendingValue = pendingValues.pop(); pendingValue; pendingValue = pendingValues.pop()) {
    const { value, isNamed, isExtended = false } = pendingValue;
    if (typeof value !== 'object' || value === null || seenObjects.has(value)) continue;
    seenObjects.add(value);
    for (const [key, child] of Object.entries(value)) {
      if (isNamed || Array.isArray(value)) {
        if (isNamed) texts.add(key);
        pendingValues.push({ value: child, isNamed: false });
      } else if (typeof child === 'string') {
        if (TEXT_KEYS.has(key) && !isExtended) texts.add(child);
      } else if (key === 'schemas' && typeof child === 'object' && child !== null) {
        for (const [name, schema] of Object.entries(child))
          pendingValues.push({ value: schema, isNamed: false, isExtended: extendedObjects.has(name) });
      } else if (!DATA_KEYS.has(key) && !key.startsWith('x-'))
        pendingValues.push({ value: child, isNamed: NAMED_KEYS.has(key) && !Array.isArray(child) });
    }
  }
  return [...texts];
}
