import {
  type Entries,
  getReference,
  isExtension,
  isObject,
  listAt,
  parsePointer,
  type ReferenceResolver,
} from '@context-sync/openapi';
import { toOneLine } from './inline-markdown.ts';
import { getTextAt } from './json-value.ts';
import { selectChoices } from './schema-choices.ts';
import type { Keywords } from './schema-constraints.ts';
import {
  getOwnDescription,
  isAnnotation,
  isNotNull,
  MERGE_LIMIT,
  type MergedSchema,
  mergeSchema,
  type SchemaChoice,
} from './schema-merge.ts';

export interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** A schema with resolved references and merged `allOf`: the information that a reader needs, one level deep. */
export interface SchemaView {
  /** Name of the component, or the schema's title. */
  readonly name: string | undefined;
  /** Name of the component if the schema is only a reference to a component. */
  readonly component: string | undefined;
  /** Types without `null`. They are inferred from the keywords if not declared; empty for any type. */
  readonly types: readonly string[];
  readonly format: string;
  readonly nullable: boolean;
  readonly keywords: Keywords;
  readonly properties: readonly Property[];
  /** Number of properties, including those beyond the limit. */
  readonly count: number;
  /** Names of properties that are required but not described. */
  readonly requiredOnly: readonly string[];
  /** Schema of all additional properties, if declared. */
  readonly others: unknown;
  /** Name patterns with the schemas of matching properties. */
  readonly patterns: readonly (readonly [string, unknown])[];
  /** Schema of a list's items. */
  readonly items: unknown;
  /** Schemas of the first items, in order. */
  readonly prefix: readonly unknown[];
  readonly choices: readonly SchemaChoice[];
  /** Discriminator values with the names of their schemas. */
  readonly mapping: readonly (readonly [string, string])[];
  /** Name of the schema for all other values of the discriminator; empty if there is none. */
  readonly defaultMapping: string;
  readonly description: string;
  /** The description at this position, not the description of a referenced component. */
  readonly ownDescription: string;
  /** References to other files within the schema. */
  readonly external: readonly string[];
}

export interface Schemas {
  view(schema: unknown): SchemaView;
  /** Returns the view of a component schema by its name. */
  component(name: string): SchemaView;
}

/** Creates a reference to a component schema. */
export function createComponentReference(name: string): { readonly $ref: string } {
  const key = name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
  return { $ref: `#/components/schemas/${key}` };
}

const CHAIN_LIMIT = 32;
const MAPPING_LIMIT = 40;
const TYPES_LIMIT = 10;

/** Reads schemas. Each object is read only once. */
export function createSchemas(references: ReferenceResolver, entries: Entries): Schemas {
  const views = new Map<unknown, SchemaView>();
  const schemas: Schemas = {
    component: (name) => schemas.view(createComponentReference(name)),
    view(schema) {
      // All bare references to the same part of the document share one entry.
      const reference = getReference(schema) ?? '';
      const key = reference.startsWith('#/') && Object.keys(Object(schema)).length === 1 ? reference : schema;
      const cachedView = views.get(key);
      if (cachedView) return cachedView;
      const view = readSchemaView(schema, references, entries);
      if (key !== undefined) views.set(key, view);
      return view;
    },
  };
  return schemas;
}

function readSchemaView(schema: unknown, references: ReferenceResolver, entries: Entries): SchemaView {
  const mergedSchema = mergeSchema(schema, { references, entries });
  const { keywords, properties, required, count, patterns, prefix, external } = mergedSchema;
  const { choices, value } = selectChoices(mergedSchema);
  const getText = (key: string) => getTextAt({ [key]: keywords.get(key) }, key);
  const { component, title } = identify(schema, references);
  const types = getTypes({ ...mergedSchema, choices: [...choices] });
  return {
    ...{ component, keywords, count, patterns, prefix, choices, external },
    name: component ?? title,
    types: types.filter((type) => type !== 'null' || types.length === 1),
    format: getText('format'),
    nullable: mergedSchema.nullable || (types.length > 1 && types.includes('null')),
    properties: [...properties].map(([name, each]) => ({ name, schema: each, required: required.has(name) })),
    requiredOnly: [...required].filter((name) => !properties.has(name)),
    others: [keywords.get('additionalProperties'), keywords.get('unevaluatedProperties')].find(hasMoreKeywords),
    items: keywords.get('items'),
    mapping: entries(keywords.get('discriminator'), 'mapping')
      .slice(0, MAPPING_LIMIT)
      .map(([value, target]) => [value, typeof target === 'string' ? references.getName(target) : '']),
    defaultMapping: getDefaultMapping(keywords.get('discriminator'), references),
    description: getText('description') || value,
    ownDescription: getOwnDescription(schema),
  };
}

/** Returns the name of the component if only a description or a similar keyword is added; otherwise the title. */
function identify(schema: unknown, references: ReferenceResolver): { component?: string; title?: string } {
  let part = schema;
  let title = '';
  for (let step = 0; step < CHAIN_LIMIT && isObject(part); step += 1) {
    title ||= toOneLine(getTextAt(part, 'title'));
    if (Object.keys(part).some((key) => !WRAPPER_KEYWORDS.has(key) && !isExtension(key))) break;
    const { name } = references.resolve(part);
    if (name !== undefined) return { component: name };
    title ||= getDefinitionName(getReference(part) ?? '');
    const identityPart: unknown = part;
    const members = MERGED_KEYWORDS.flatMap((key) =>
      listAt(identityPart, key)
        .slice(0, MERGE_LIMIT)
        .filter((member) => (key === 'allOf' ? !isAnnotation(member) : isNotNull(member))),
    );
    if (members.length !== 1) break;
    part = members[0];
  }
  return title === '' ? {} : { title };
}

function getDefaultMapping(discriminator: unknown, references: ReferenceResolver): string {
  const target = getTextAt(discriminator, 'defaultMapping');
  return target === '' ? '' : references.getName(target);
}

/** Returns the name of a schema outside of the components, such as `#/definitions/Pet`. A schema within an operation has no name. */
function getDefinitionName(reference: string): string {
  const keys = reference.startsWith('#/') ? parsePointer(reference) : [];
  return ['paths', 'webhooks', 'components'].includes(keys[0] ?? '') ? '' : toOneLine(keys.at(-1) ?? '');
}

const MERGED_KEYWORDS = ['allOf', 'oneOf', 'anyOf'];
/** Keywords that can accompany a reference without changing the type. */
const WRAPPER_KEYWORDS = new Set([
  ...[
    '$ref',
    '$dynamicRef',
    ...MERGED_KEYWORDS,
    'description',
    'title',
    'nullable',
    'deprecated',
    'default',
    'example',
    'examples',
  ],
  ...['readOnly', 'writeOnly', 'summary', '$comment', 'xml', 'externalDocs'],
]);

function getTypes({ keywords, properties, prefix, choices, required }: MergedSchema): readonly string[] {
  const declaredTypes = keywords.get('type');
  if (typeof declaredTypes === 'string') return [declaredTypes];
  if (Array.isArray(declaredTypes))
    return declaredTypes.slice(0, TYPES_LIMIT).filter((type) => typeof type === 'string');
  if (properties.size > 0 || isObject(keywords.get('additionalProperties'))) return ['object'];
  if (keywords.has('items') || prefix.length > 0) return ['array'];
  if (choices.length > 0) return [];
  if (required.size > 0) return ['object'];
  const options = keywords.get('enum');
  const [sample] = keywords.has('const') ? [keywords.get('const')] : Array.isArray(options) ? options : [];
  if (typeof sample === 'string' || typeof sample === 'boolean') return [typeof sample];
  return typeof sample === 'number' || typeof sample === 'bigint' ? ['number'] : [];
}

/** Returns whether a schema restricts values. An empty schema allows any value. */
function hasMoreKeywords(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).length > 0;
}
