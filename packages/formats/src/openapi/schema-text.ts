import { listAt } from '@context-sync/openapi';
import { countMore, formatCode, formatCodes, formatLink } from './inline-markdown.ts';
import { getTextAt } from './json-value.ts';
import { describeConstraints, describeRemarks, formatLiteral } from './schema-constraints.ts';
import type { SchemaChoice } from './schema-merge.ts';
import type { Schemas, SchemaView } from './schema-view.ts';

/** Maximum nesting of lists in lists, maps in lists, and so on. */
const MAX_NESTING = 5;
const MAX_MEMBERS = 40;

/** Returns the type of a value in words, such as ``array of object `Pet` ``. */
function formatType(schemas: Schemas, view: SchemaView, depth = 0): string {
  if (depth > MAX_NESTING) return '…';
  const formatNestedType = (schema: unknown) => formatType(schemas, schemas.view(schema), depth + 1);
  const types = view.types.map((type) => {
    if (type === 'array' && view.items !== undefined && view.prefix.length === 0)
      return `array of ${formatNestedType(view.items)}`;
    if (type === 'object' && view.name !== undefined) return `object ${formatCode(view.name)}`;
    if (type === 'object' && isMap(view)) return `map of ${formatNestedType(view.others)}`;
    return [type, view.format].filter(Boolean).map(formatWord).join(' ');
  });
  types.push(...view.external.map((target) => formatLink(target, target)));
  if (types.length === 0) types.push(...view.choices.map((choice) => formatChoice(schemas, choice, depth)));
  if (types.length === 0) types.push(view.name === undefined ? 'any type' : formatCode(view.name));
  if (view.nullable) types.push('null');
  return types.join(' or ');
}

/** Options that omit parts of the phrases about a schema. */
export interface WordOptions {
  readonly withExample?: boolean;
  /** Returns whether the values of a component are listed elsewhere, so that its name is enough. */
  readonly isListedElsewhere?: (view: SchemaView) => boolean;
}

/** Returns the type and the constraints, as phrases for a list in parentheses. */
export function describeSchemaInWords(
  schemas: Schemas,
  view: SchemaView,
  { withExample = true, isListedElsewhere }: WordOptions = {},
): string[] {
  const words = [
    formatType(schemas, view),
    ...formatInPlace(schemas, view, isListedElsewhere),
    ...describeDiscriminator(view),
    ...describeRemarks(view.keywords),
  ];
  return withExample ? [...words, ...describeExample(view)] : words;
}

/** Returns the type and constraints as phrases for a value whose structure is described elsewhere. */
export function describeShortly(schemas: Schemas, view: SchemaView, structure: SchemaView | undefined): string[] {
  return [
    formatType(schemas, view),
    ...(view === structure ? [] : describeConstraints(view.keywords)),
    ...describeRemarks(view.keywords),
  ];
}

/** Returns whether the schema is a map: it has only additional properties, all with the same schema. */
export function isMap({ properties, patterns, others }: SchemaView): boolean {
  return properties.length === 0 && patterns.length === 0 && others !== undefined;
}

function formatInPlace(
  schemas: Schemas,
  view: SchemaView,
  isListedElsewhere: (view: SchemaView) => boolean = () => false,
  depth = 0,
): string[] {
  const ownConstraints = isListedElsewhere(view) ? nameValues(view) : describeConstraints(view.keywords);
  if (view.requiredOnly.length > 0) ownConstraints.push(`requires ${formatCodes(view.requiredOnly)}`);
  const member = view.items ?? (isMap(view) ? view.others : undefined);
  if (member === undefined || view.prefix.length > 0 || depth > MAX_NESTING) return ownConstraints;
  const memberPhrases = formatInPlace(schemas, schemas.view(member), isListedElsewhere, depth + 1);
  return [...ownConstraints, ...memberPhrases.map(describeItems)];
}

function nameValues({ keywords, component = '' }: SchemaView): string[] {
  const rest = new Map([...keywords].filter(([key]) => key !== 'enum'));
  return [
    `one of the ${listAt({ enum: keywords.get('enum') }, 'enum').length} values of ${formatCode(component)}`,
    ...describeConstraints(rest),
  ];
}

/** Describes the constraints on each item of a list. Lists may be nested. */
function describeItems(phrase: string): string {
  return phrase.startsWith('each ') ? phrase.replace('each ', 'each inner ') : `each ${phrase}`;
}

function formatChoice(schemas: Schemas, { word: which, members }: SchemaChoice, depth: number): string {
  const names = members.slice(0, MAX_MEMBERS).map((member) => {
    const view = schemas.view(member);
    return view.name === undefined ? formatType(schemas, view, depth + 2) : formatCode(view.name);
  });
  return `${which} ${[...new Set(names)].join(', ')}${countMore(members.length - MAX_MEMBERS)}`;
}

function describeDiscriminator({ keywords, mapping, defaultMapping }: SchemaView): string[] {
  const rule = keywords.get('discriminator');
  const property = getTextAt(rule, 'propertyName');
  if (property === '') return [];
  const values = mapping.map(([value, target]) => `${formatCode(value)} for ${formatCode(target)}`);
  if (defaultMapping !== '') values.push(`otherwise ${formatCode(defaultMapping)}`);
  return [`told apart by ${formatCode(property)}${values.length > 0 ? ` (${values.join(', ')})` : ''}`];
}

function describeExample({ keywords, properties }: SchemaView): string[] {
  const exampleList = keywords.get('examples');
  const value = keywords.has('example')
    ? keywords.get('example')
    : Array.isArray(exampleList)
      ? exampleList[0]
      : undefined;
  if (value === undefined || properties.length > 0) return [];
  const text = formatLiteral(value);
  return text === formatCode('[…]') || text === formatCode('{…}') ? [] : [`e.g. ${text}`];
}

function formatWord(text: string): string {
  return /^[\w.+-]{1,40}$/.test(text) ? text : formatCode(text);
}
