import { countMore, formatCode, formatCodes, prefixLines } from './inline-markdown.ts';
import type { SchemaChoice } from './schema-merge.ts';
import {
  isDescribedElsewhere,
  isLongEnumeration,
  listSharedNames,
  recordBody,
  recordOmission,
  recordStructure,
  type SchemaScope,
} from './schema-sections.ts';
import { describeSchemaInWords, describeShortly } from './schema-text.ts';
import type { Schemas, SchemaView } from './schema-view.ts';
import type { SectionWriter } from './section-writer.ts';

/** Number of properties of a schema that are described at the first level, and at every other level. */
const PROPERTY_LIMIT = 100;
const NESTED_PROPERTY_LIMIT = 60;
/** Number of properties per level in a section that describes only a schema, which has more space. */
const SCHEMA_PROPERTY_LIMIT = 500;
const NAMES_LIMIT = 60;
/** Maximum length of a component's description that is written where a body names the component without its structure. */
const MAX_NAMED_DESCRIPTION = 200;
const CHOICE_LIMIT = 20;
const MAX_NESTING = 5;

/** Writes one line about a value, with its structure as a nested list. */
export function writeSchemaItem(
  scope: SchemaScope,
  schema: unknown,
  label: string,
  level: number,
  marks: readonly string[] = [],
): void {
  const view = scope.schemas.view(schema);
  const { words, description, children } = describeSchema(scope, view, level + 1);
  scope.writer.line(
    `${'  '.repeat(level)}- ${label} (${[...words, ...marks].join(', ')})${prefixLines(': ', description)}`,
  );
  if (children) writeComponentStructure(scope, children, level + 1);
}

/** Writes a schema as a paragraph with a list below, for a value such as a body, which examples can follow. */
export function writeSchemaBlock(scope: SchemaScope, schema: unknown, label: string): void {
  const { words, description, children } = describeSchema(scope, scope.schemas.view(schema), 0, false);
  scope.writer.lead(label + words.join(', '), description, '. ');
  if (!children) return;
  writeComponentStructure(scope, children, 0);
  scope.writer.blank();
}

function writeComponentStructure(scope: SchemaScope, view: SchemaView, level: number): void {
  if (view.component !== undefined) scope.open.push(view.component);
  writeStructureList(scope, view, level);
  if (view.component !== undefined) scope.open.pop();
}

/** Returns the structure of a schema that does not fit on one line. */
export function findStructure({ schemas }: SchemaScope, schema: unknown): SchemaView | undefined {
  return getStructure(schemas, schemas.view(schema));
}

interface SchemaDescription {
  readonly words: readonly string[];
  readonly description: string;
  /** Schema whose structure the calling function must write; undefined if no structure is needed. */
  readonly children: SchemaView | undefined;
}

/** Describes a schema, and decides whether to write its structure. A section contains a structure only once, and within the depth limit. */
function describeSchema(scope: SchemaScope, view: SchemaView, level: number, withExample = true): SchemaDescription {
  const { schemas, described: known, writer } = scope;
  const children = getStructure(schemas, view);
  const isListedElsewhere = (each: SchemaView) => isLongEnumeration(scope, each, level);
  const words = describeSchemaInWords(schemas, view, { withExample, isListedElsewhere });
  const wholeSchema = { words, description: view.description };
  if (!children) {
    const description = addMemberText(scope, view, addComponentText(scope, view.component, view.description));
    return { ...wholeSchema, description, children };
  }
  // A component can be a list or map whose structure is that of its items.
  const key = getIdentity(children) ?? (view.component === undefined ? undefined : `#${view.component}`);
  if (key !== undefined && known.has(key)) {
    return {
      words: [...describeShortly(schemas, view, children), getPlace(writer, known.get(key))],
      description: view.ownDescription,
      children: undefined,
    };
  }
  if (level >= scope.levels || writer.full || isDescribedElsewhere(scope, children.component, level)) {
    // A name is enough here, because readers can look up a component by its name.
    if (children.component === undefined) recordOmission(scope);
    else if (!scope.written.has(children.component)) scope.elided.add(children.component);
    if (level === 0 && children.component !== undefined) recordBody(scope, children.component);
    const namesProperties = children.properties.length > 0 && (children.component === undefined || level === 0);
    const innerPath = namesProperties ? [`with ${listNames(children)}`] : [];
    const wholeDescription = view.description || children.description;
    const isShort = level === 0 && wholeDescription.length <= MAX_NAMED_DESCRIPTION;
    const description = isShort ? wholeDescription : view.ownDescription;
    return { words: [...wholeSchema.words, ...innerPath], description, children: undefined };
  }
  if (key !== undefined) known.set(key, writer.unitName);
  const childText = addComponentText(scope, children.component, view.description);
  const description = addComponentText(scope, view.component, childText);
  recordStructure(scope, children.component);
  return { ...wholeSchema, description, children };
}

/** Adds the description of a component, once per document, to the description of the property that uses it. */
export function addComponentText(
  { schemas, texts }: SchemaScope,
  component: string | undefined,
  description: string,
): string {
  if (component === undefined || texts.has(component)) return description;
  texts.add(component);
  const componentDescription = schemas.component(component).description;
  if (componentDescription === '' || description.includes(componentDescription)) return description;
  return description === ''
    ? componentDescription
    : `${description}${/[.!?:]$/.test(description) ? '' : '.'} ${formatCode(component)}: ${componentDescription}`;
}

/** Adds the description of the items of a list or map if the items have only a type. */
function addMemberText(scope: SchemaScope, view: SchemaView, description: string): string {
  const member = view.items ?? view.others;
  if (member === undefined || member === true) return description;
  const { component, description: own } = scope.schemas.view(member);
  if (component !== undefined) return addComponentText(scope, component, description);
  if (own === '' || description.includes(own)) return description;
  return description === '' ? own : `${description}${/[.!?:]$/.test(description) ? '' : '.'} ${own}`;
}

/** Returns a reference to an earlier unit. Units can be in different context items, so the reference contains the name of the unit. */
export function getPlace({ unitName }: SectionWriter, unit = ''): string {
  return unit === '' || unit === unitName ? 'see above' : `see ${unit}`;
}

/** Returns the identity of a schema. Two schemas are the same if they are the same component, or have the same title and properties. */
function getIdentity({ component, name, properties, count }: SchemaView): string | undefined {
  if (component !== undefined) return `#${component}`;
  if (name === undefined) return undefined;
  return [name, count, ...properties.slice(0, NAMES_LIMIT).map((property) => property.name)].join('\n');
}

/** Returns the names of the properties from index `start` on. */
function listNames({ properties, count }: SchemaView, start = 0): string {
  const visibleNames = properties.slice(start, start + NAMES_LIMIT).map(({ name }) => name);
  return formatCodes(visibleNames, NAMES_LIMIT) + countMore(count - start - visibleNames.length);
}

/** Returns the schema whose properties or choices are listed: the schema itself, or the schema of its items. */
function getStructure(schemas: Schemas, view: SchemaView, depth = 0): SchemaView | undefined {
  if (depth > MAX_NESTING) return undefined;
  const { properties, patterns, prefix, choices } = view;
  const hasListedMembers = choices.some(({ members }) =>
    members.slice(0, CHOICE_LIMIT).some((member) => isTelling(schemas, member, depth)),
  );
  if (properties.length > 0 || patterns.length > 0 || prefix.length > 0 || hasListedMembers) return view;
  const member = view.items ?? view.others;
  return member === undefined ? undefined : getStructure(schemas, schemas.view(member), depth + 1);
}

/** Returns whether a choice has a description, required properties, fixed values or a structure in addition to its type. */
function isTelling(schemas: Schemas, member: unknown, depth: number): boolean {
  // At deeper levels, the result is assumed to be true, because each level multiplies the number of choices.
  if (depth >= 2) return true;
  const view = schemas.view(member);
  const { keywords } = view;
  if (view.description !== '' || view.requiredOnly.length > 0 || keywords.has('enum') || keywords.has('const'))
    return true;
  return getStructure(schemas, view, depth + 1) !== undefined;
}

function writeStructureList(scope: SchemaScope, view: SchemaView, level: number): void {
  const { writer } = scope;
  const indent = '  '.repeat(level);
  const limit = scope.isSchema ? SCHEMA_PROPERTY_LIMIT : level === 0 ? PROPERTY_LIMIT : NESTED_PROPERTY_LIMIT;
  let listedCount = 0;
  for (const { name, schema, required } of view.properties) {
    if (listedCount >= limit || writer.full) break;
    writeSchemaItem(scope, schema, formatCode(name), level, required ? ['required'] : []);
    listedCount += 1;
  }
  const omittedCount = view.count - listedCount;
  if (omittedCount > 0) {
    writer.line(`${indent}- ${omittedCount} more, not described here: ${listNames(view, listedCount)}`);
    recordOmission(scope);
  }
  if (writer.full) {
    if (view.patterns.length + view.prefix.length + view.choices.length > 0) recordOmission(scope);
    return;
  }
  for (const [pattern, schema] of view.patterns.slice(0, limit))
    writeSchemaItem(scope, schema, `names like ${formatCode(pattern)}`, level);
  if (view.others !== undefined) writeSchemaItem(scope, view.others, 'any other name', level);
  for (const [index, schema] of view.prefix.slice(0, limit).entries())
    writeSchemaItem(scope, schema, `item ${index + 1}`, level);
  if (view.prefix.length > 0 && view.items !== undefined)
    writeSchemaItem(scope, view.items, 'each further item', level);
  const isOnlyChoice = view.choices.length === 1 && view.types.length === 0;
  for (const choice of view.choices) {
    const names = listSharedNames(scope, choice);
    if (names !== undefined) {
      if (!isOnlyChoice)
        writer.line(`${indent}- ${view.properties.length > 0 ? 'and ' : ''}${choice.word} ${formatCodes(names)}`);
      continue;
    }
    if (!isOnlyChoice) writer.line(`${indent}- ${view.properties.length > 0 ? 'and ' : ''}${choice.word}:`);
    writeChoiceList(scope, choice, isOnlyChoice ? level : level + 1);
  }
}

function writeChoiceList(scope: SchemaScope, { members }: SchemaChoice, level: number): void {
  let listedCount = 0;
  for (const member of members) {
    if (listedCount >= CHOICE_LIMIT || scope.writer.full) break;
    listedCount += 1;
    const { name } = scope.schemas.view(member);
    writeSchemaItem(scope, member, name === undefined ? `option ${listedCount}` : `option ${formatCode(name)}`, level);
  }
  if (members.length === listedCount) return;
  scope.writer.line(`${'  '.repeat(level)}- ${members.length - listedCount} more options`);
  recordOmission(scope);
}
