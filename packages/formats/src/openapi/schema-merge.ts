import {
  type Entries,
  getProperty,
  getReference,
  isExtension,
  isObject,
  listAt,
  type ReferenceResolver,
} from '@context-sync/openapi';
import { getFlagAt, getTextAt } from './json-value.ts';
import { RARE_KEYWORDS } from './schema-constraints.ts';

/** Alternative schemas for a value. Exactly one (`oneOf`) or at least one (`anyOf`) of them applies. */
export interface SchemaChoice {
  readonly word: 'one of' | 'any of';
  readonly members: readonly unknown[];
}

/** The combined requirements of a schema, its references and the parts of its `allOf`. */
export interface MergedSchema {
  /** Keywords with their values. If a keyword occurs several times, the outermost value applies. */
  readonly keywords: Map<string, unknown>;
  readonly properties: Map<string, unknown>;
  /** Number of properties, including those beyond the limit. */
  count: number;
  readonly required: Set<string>;
  /** Name patterns with the schemas of matching properties. */
  readonly patterns: (readonly [string, unknown])[];
  /** Schemas of the first items of a list, in order. */
  prefix: readonly unknown[];
  readonly choices: SchemaChoice[];
  /** References to other files. */
  readonly external: string[];
  nullable: boolean;
}

export interface MergeTools {
  readonly references: ReferenceResolver;
  readonly entries: Entries;
}

/** Maximum number of merged schemas: `allOf` in `allOf`, and references to references. */
const DEPTH_LIMIT = 32;
export const MERGE_LIMIT = 100;
/** Maximum number of properties that are read. Further properties are only counted. */
const PROPERTY_LIMIT = 500;
const REQUIRED_LIMIT = 500;

/** Members that need special handling, in addition to the merged keywords. */
const KEYWORDS = [
  ...['type', 'format', 'description', 'default', 'example', 'examples', 'const', 'enum', 'discriminator', 'xml'],
  ...['readOnly', 'writeOnly', 'deprecated', 'items', 'additionalProperties', 'unevaluatedProperties'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'contentMediaType', 'contentEncoding'],
  ...RARE_KEYWORDS,
];

/** Merges a schema. A schema that contains itself is merged once. */
export function mergeSchema(schema: unknown, tools: MergeTools): MergedSchema {
  const mergedSchema: MergedSchema = {
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
  gatherSchema({ ...tools, merged: mergedSchema, seen: new Set() }, schema, 0, false);
  return mergedSchema;
}

interface MergeState extends MergeTools {
  readonly merged: MergedSchema;
  readonly seen: Set<unknown>;
}

/** Adds a schema to the merged schema. With `amongOthers`, the schema is one of several schemas that all apply. */
function gatherSchema(gathering: MergeState, schema: unknown, depth: number, amongOthers: boolean): void {
  const { merged, seen, references, entries } = gathering;
  if (schema === false) merged.keywords.set('type', 'nothing');
  if (!isObject(schema) || seen.has(schema) || depth > DEPTH_LIMIT || seen.size > MERGE_LIMIT) return;
  seen.add(schema);
  for (const key of KEYWORDS) {
    if (merged.keywords.has(key) || !Object.hasOwn(schema, key)) continue;
    // A property that one schema does not define, and therefore forbids, may be defined by the other schemas.
    if (amongOthers && key === 'additionalProperties' && schema[key] === false) continue;
    merged.keywords.set(key, schema[key]);
  }
  if (getFlagAt(schema, 'nullable')) merged.nullable = true;
  for (const name of listAt(schema, 'required').slice(0, REQUIRED_LIMIT)) {
    if (typeof name === 'string') merged.required.add(name);
  }
  gatherProperties(gathering, schema);
  merged.patterns.push(...entries(schema, 'patternProperties').slice(0, PROPERTY_LIMIT));
  if (merged.prefix.length === 0) merged.prefix = listAt(schema, 'prefixItems');
  const { value, external } = references.resolve(schema);
  if (external !== undefined) merged.external.push(external);
  else if (value !== schema) gatherSchema(gathering, value, depth + 1, amongOthers);
  const parts = listAt(schema, 'allOf').slice(0, MERGE_LIMIT);
  // A description next to a reference applies to this property; the description of the referenced schema applies to the type in general.
  const note = parts.find((part) => getReference(part) === undefined && getTextAt(part, 'description') !== '');
  if (
    parts.length > 1 &&
    note !== undefined &&
    !merged.keywords.has('description') &&
    !Object.hasOwn(Object(note), 'properties')
  )
    merged.keywords.set('description', getProperty(note, 'description'));
  for (const part of parts) gatherSchema(gathering, part, depth + 1, amongOthers || parts.length > 1);
  if (parts.length > 1) addNotes(merged, parts);
  for (const [key, word] of [
    ['oneOf', 'one of'],
    ['anyOf', 'any of'],
  ] as const) {
    const members = listAt(schema, key).slice(0, MERGE_LIMIT);
    const realMembers = members.filter(isNotNull);
    if (realMembers.length < members.length) merged.nullable = true;
    // A choice between one schema and null is the same as that schema.
    if (realMembers.length === 1) gatherSchema(gathering, realMembers[0], depth + 1, amongOthers);
    else if (realMembers.length > 1) merged.choices.push({ word, members: realMembers });
  }
}

/** Keywords that describe a value without restricting it. */
const ANNOTATIONS = new Set(['description', 'title', 'example', 'examples', 'default', 'deprecated', '$comment']);

/** Returns whether a part of an `allOf` only describes the value. */
export function isAnnotation(part: unknown): boolean {
  return isObject(part) && Object.keys(part).every((key) => ANNOTATIONS.has(key) || isExtension(key));
}

/** Returns the description next to a reference or in an `allOf`, not the description of a referenced schema. */
export function getOwnDescription(schema: unknown): string {
  const notes = [schema, ...listAt(schema, 'allOf').slice(0, MERGE_LIMIT).filter(isAnnotation)]
    .map((part) => getTextAt(part, 'description'))
    .filter(Boolean);
  return [...new Set(notes)].join('\n\n');
}

/** Adds the descriptions of the parts of an `allOf` that are not references, because each of them describes this property. */
function addNotes({ keywords }: MergedSchema, parts: readonly unknown[]): void {
  for (const part of parts) {
    const ownDescription = keywords.get('description');
    const note = getReference(part) === undefined ? getTextAt(part, 'description') : '';
    if (note === '' || (typeof ownDescription === 'string' && ownDescription.includes(note))) continue;
    const isText = typeof ownDescription === 'string' && ownDescription !== '';
    keywords.set(
      'description',
      isText ? `${ownDescription}${/[.!?:]\s*$/.test(ownDescription) ? '' : '.'} ${note}` : note,
    );
  }
}

function gatherProperties({ merged, entries }: MergeState, schema: unknown): void {
  const properties = entries(schema, 'properties');
  merged.count += properties.length;
  for (const [name, each] of properties) {
    if (merged.properties.size >= PROPERTY_LIMIT) break;
    const earlierProperty = merged.properties.get(name);
    if (earlierProperty !== undefined) merged.count -= 1;
    // Both descriptions apply, because both are in an `allOf`.
    merged.properties.set(name, earlierProperty === undefined ? each : { allOf: [each, earlierProperty] });
  }
}

/** Keywords that can accompany `nullable` without changing the type of a choice. */
const KEYWORDS_BESIDE_NULL = new Set(['nullable', 'description', 'title']);

/** Returns whether a schema allows more than `null`. In OpenAPI 3.0, generators write the choice `null` as `nullable: true` without a type. */
export function isNotNull(schema: unknown): boolean {
  if (getFlagAt(schema, 'nullable') && isObject(schema))
    return Object.keys(schema).some((key) => !KEYWORDS_BESIDE_NULL.has(key));
  return getProperty(schema, 'type') !== 'null';
}
