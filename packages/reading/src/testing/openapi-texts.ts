/** Keys whose values are texts for readers. */
const TEXT_KEYS = new Set(['description', 'summary']);
/** Keys whose values are data, in which the same keys do not contain texts for readers. */
const DATA_KEYS = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** Keys whose members have names that are texts for readers. */
const NAMED_KEYS = new Set(['properties', 'patternProperties', 'paths', 'webhooks']);

/** Returns the names of component schemas that other schemas extend. The descriptions of the extending schemas replace their own descriptions. */
function extendedSchemas(root: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.stringify(root, (key, value: unknown) => {
    if (key !== 'allOf') return value;
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      names.add(name);
    return value;
  });
  return names;
}

/** Returns the distinct texts and property names of an OpenAPI document, independently of the reader, for comparison with the reader's output. */
export function openapiTexts(root: unknown): readonly string[] {
  const texts = new Set<string>();
  const extended = extendedSchemas(root);
  const seen = new Set<unknown>();
  const open: { readonly value: unknown; readonly isNamed: boolean; readonly isExtended?: boolean }[] = [
    { value: root, isNamed: false },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, isNamed, isExtended = false } = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, child] of Object.entries(value)) {
      if (isNamed || Array.isArray(value)) {
        if (isNamed) texts.add(key);
        open.push({ value: child, isNamed: false });
      } else if (typeof child === 'string') {
        if (TEXT_KEYS.has(key) && !isExtended) texts.add(child);
      } else if (key === 'schemas' && typeof child === 'object' && child !== null) {
        for (const [name, schema] of Object.entries(child))
          open.push({ value: schema, isNamed: false, isExtended: extended.has(name) });
      } else if (!DATA_KEYS.has(key) && !key.startsWith('x-'))
        open.push({ value: child, isNamed: NAMED_KEYS.has(key) && !Array.isArray(child) });
    }
  }
  return [...texts];
}
