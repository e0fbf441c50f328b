import { isObject } from './json-value.ts';

/** Keys of maps. Their member names are chosen by the author and are not keywords. */
const MAP_KEYWORDS: ReadonlySet<string> = new Set(
  `callbacks content encoding examples headers links mapping paths patternProperties properties requestBodies responses schemas
   securitySchemes variables webhooks pathItems parameters definitions $defs dependentSchemas mediaTypes`.split(/\s+/),
);

/** Keys whose value is data. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'value', 'dataValue']);

/** Meaning of the keys of an object: keywords, names that the author chose, or data, in which a `$ref` is not a reference. */
export type KeyMeaning = 'keywords' | 'names' | 'data';

/** Returns the meaning of the keys of a member. */
export function getKeyMeaning(holderKeys: KeyMeaning, name: string, value: unknown): KeyMeaning {
  if (holderKeys === 'data') return 'data';
  if (holderKeys === 'names') return 'keywords';
  // The `examples` of a schema are a list of data. The `examples` of other objects are a map of objects.
  if (DATA_KEYWORDS.has(name) || (name === 'examples' && Array.isArray(value))) return 'data';
  return MAP_KEYWORDS.has(name) && isObject(value) ? 'names' : 'keywords';
}
