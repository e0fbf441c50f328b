import { isObject, listAt, property, type References } from '@context-sync/openapi';
import { RARE_KEYWORDS } from './constraints.ts';
import type { Entries } from './entries.ts';
import { flagAt } from './value.ts';

/** Schemas of which one (`oneOf`), or at least one (`anyOf`), holds. */
export interface Choice {
  readonly word: 'one of' | 'any of';
  readonly members: readonly unknown[];
}

/** All that is said of a value by a schema, by what it refers to, and by the parts of its `allOf`. */
export interface MergedSchema {
  /** Of a keyword that stands more than once, the outermost. */
  readonly keywords: Map<string, unknown>;
  readonly properties: Map<string, unknown>;
  /** Of properties, those beyond a limit among them. */
  count: number;
  readonly required: Set<string>;
  /** Patterns of names with the schema of such properties. */
  readonly patterns: (readonly [string, unknown])[];
  /** Schemas of a list's first members, one by one. */
  prefix: readonly unknown[];
  readonly choices: Choice[];
  /** References into other files. */
  readonly external: string[];
  nullable: boolean;
}

export interface MergeTools {
  readonly references: References;
  readonly entries: Entries;
}

/** Schemas that are merged into one: `allOf` in `allOf`, and references to references. */
const DEPTH_LIMIT = 32;
export const MERGE_LIMIT = 100;
/** Properties of a schema that are looked at; the rest are counted. */
const PROPERTY_LIMIT = 200;
const REQUIRED_LIMIT = 500;

/** What is read of a schema, apart from what is merged. */
const KEYWORDS = [
  ...['type', 'format', 'description', 'default', 'example', 'examples', 'const', 'enum', 'discriminator', 'xml'],
  ...['readOnly', 'writeOnly', 'deprecated', 'items', 'additionalProperties', 'unevaluatedProperties'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'contentMediaType', 'contentEncoding'],
  ...RARE_KEYWORDS,
];

/** Merges a schema; one that contains itself is merged once. */
export function mergeSchema(schema: unknown, tools: MergeTools): MergedSchema {
  const merged: MergedSchema = {
    keywords: new Map(),
    properties: new Map(),
    count: 0,
    required: new Set(),
    patterns: [],
    prefix: [],
    choices: [],
    external: [],
    nullable: false,
  };
  gather({ ...tools, merged, seen: new Set() }, schema, 0, false);
  return merged;
}

interface Gathering extends MergeTools {
  readonly merged: MergedSchema;
  readonly seen: Set<unknown>;
}

/** `amongOthers`: the schema is one of several that all hold. */
function gather(gathering: Gathering, schema: unknown, depth: number, amongOthers: boolean): void {
  const { merged, seen, references, entries } = gathering;
  if (schema === false) merged.keywords.set('type', 'nothing');
  if (!isObject(schema) || seen.has(schema) || depth > DEPTH_LIMIT || seen.size > MERGE_LIMIT) return;
  seen.add(schema);
  for (const key of KEYWORDS) {
    if (merged.keywords.has(key) || !Object.hasOwn(schema, key)) continue;
    // What one of several forbids, as it does not know it, the others do know.
    if (amongOthers && key === 'additionalProperties' && schema[key] === false) continue;
    merged.keywords.set(key, schema[key]);
  }
  if (flagAt(schema, 'nullable')) merged.nullable = true;
  for (const name of listAt(schema, 'required').slice(0, REQUIRED_LIMIT)) {
    if (typeof name === 'string') merged.required.add(name);
  }
  gatherProperties(gathering, schema);
  merged.patterns.push(...entries(schema, 'patternProperties').slice(0, PROPERTY_LIMIT));
  if (merged.prefix.length === 0) merged.prefix = listAt(schema, 'prefixItems');
  const { value, external } = references.resolve(schema);
  if (external !== undefined) merged.external.push(external);
  else if (value !== schema) gather(gathering, value, depth + 1, amongOthers);
  const parts = listAt(schema, 'allOf').slice(0, MERGE_LIMIT);
  for (const part of parts) gather(gathering, part, depth + 1, amongOthers || parts.length > 1);
  for (const [key, word] of [
    ['oneOf', 'one of'],
    ['anyOf', 'any of'],
  ] as const) {
    const members = listAt(schema, key).slice(0, MERGE_LIMIT);
    const real = members.filter(isNotNull);
    if (real.length < members.length) merged.nullable = true;
    // One that may be null is that one.
    if (real.length === 1) gather(gathering, real[0], depth + 1, amongOthers);
    else if (real.length > 1) merged.choices.push({ word, members: real });
  }
}

function gatherProperties({ merged, entries }: Gathering, schema: unknown): void {
  const properties = entries(schema, 'properties');
  merged.count += properties.length;
  for (const [name, each] of properties) {
    if (merged.properties.size >= PROPERTY_LIMIT) break;
    const before = merged.properties.get(name);
    if (before !== undefined) merged.count -= 1;
    // Both hold, as both stand in an `allOf`.
    merged.properties.set(name, before === undefined ? each : { allOf: [each, before] });
  }
}

/** Whether a schema lets more than `null` through. */
export function isNotNull(schema: unknown): boolean {
  return property(schema, 'type') !== 'null';
}
