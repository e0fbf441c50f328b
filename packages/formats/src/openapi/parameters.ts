import { listAt, property } from '@context-sync/openapi';
import { literal } from './constraints.ts';
import { examplesOf } from './examples.ts';
import { cell, code, link, prose } from './inline-markdown.ts';
import { schemaBlock, structureIn, withComponentText } from './schema-list.ts';
import { phrases, shortPhrases } from './schema-text.ts';
import type { SchemaView } from './schema-view.ts';
import { type Description, follow, type Scope } from './scope.ts';
import { flagAt, textAt } from './value.ts';

interface Parameter {
  readonly object: unknown;
  readonly external: string | undefined;
}

const EXAMPLES = 3;
const PARAMETER_LIMIT = 500;

/** Writes the parameters of an operation as a table, and their structure below it. The operation's parameters override those of its path. */
export function writeParameters(scope: Scope, path: unknown, operation: unknown): void {
  const declared = [listAt(path, 'parameters'), listAt(operation, 'parameters')];
  const parameters = merged(
    scope,
    declared.flatMap((list) => list.slice(0, PARAMETER_LIMIT)),
  );
  const { sheet } = scope;
  if (parameters.length === 0) return;
  sheet.unit('Parameters');
  sheet.line('| Name | In | Type | Required | Description |');
  sheet.line('| --- | --- | --- | --- | --- |');
  const structured: { name: string; schema: unknown }[] = [];
  for (const { object, external } of parameters) {
    if (sheet.full) break;
    if (external !== undefined) {
      sheet.line(`| ${cell(link(external, external))} | | | | |`);
      continue;
    }
    const name = textAt(object, 'name');
    const [media, content] = scope.entries(object, 'content')[0] ?? [];
    const schema = property(content === undefined ? object : follow(scope, content).object, 'schema');
    const structure = schema === undefined ? undefined : structureIn(scope, schema);
    if (structure) structured.push({ name, schema });
    const cells = [
      code(name),
      textAt(object, 'in'),
      [...typeWords(scope, schema, structure), ...(media === undefined ? [] : [`as ${code(media)}`])].join(', '),
      flagAt(object, 'required') ? 'yes' : '',
      notes(scope, object, schema),
    ];
    sheet.line(`|${cells.map((each) => ` ${cell(each)} `).join('|')}|`);
  }
  sheet.blank();
  const left = declared.reduce((count, list) => count + Math.max(list.length - PARAMETER_LIMIT, 0), 0);
  if (left > 0) sheet.paragraph(`${left} more parameters, not described here`);
  for (const { name, schema } of structured) {
    if (sheet.full) break;
    schemaBlock(scope, schema, `Parameter ${code(name)}: `);
  }
}

function merged(description: Description, values: readonly unknown[]): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const value of values) {
    const { object, external } = follow(description, value);
    if (object === undefined && external === undefined) continue;
    parameters.set(external ?? `${textAt(object, 'in')}\n${textAt(object, 'name')}`, { object, external });
  }
  return [...parameters.values()];
}

function typeWords({ schemas }: Scope, schema: unknown, structure: SchemaView | undefined): string[] {
  if (schema === undefined) return [];
  const view = schemas.view(schema);
  return structure ? shortPhrases(schemas, view, structure) : phrases(schemas, view, false);
}

function notes(scope: Scope, object: unknown, schema: unknown): string {
  const view = scope.schemas.view(schema);
  const description = prose(
    withComponentText(scope, view.component, textAt(object, 'description') || view.description),
  );
  const examples = examplesOf(scope, object).filter(({ value }) => value !== undefined);
  const words = [
    ...(flagAt(object, 'deprecated') ? ['Deprecated.'] : []),
    ...(description === '' ? [] : [/[.!?:)]$/.test(description) ? description : `${description}.`]),
    ...serialisation(object),
    ...(flagAt(object, 'allowEmptyValue') ? ['May be empty.'] : []),
    ...(flagAt(object, 'allowReserved') ? ['Reserved characters need no escape.'] : []),
    ...(examples.length === 0 ? [] : [`E.g. ${examples.slice(0, EXAMPLES).map(exampleWords).join(', ')}.`]),
  ];
  const text = words.join(' ');
  // The description follows after a period.
  return words.length === 1 && text === `${description}.` ? description : text;
}

function exampleWords({ value, note }: { value: unknown; note: string }): string {
  return literal(value) + (note === '' ? '' : ` (${note})`);
}

/** Returns how several values are serialized, if the serialization differs from OpenAPI's default. */
function serialisation(object: unknown): string[] {
  const place = textAt(object, 'in');
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const style = textAt(object, 'style') || usual;
  const explode = property(object, 'explode');
  const words = style === usual ? [] : [`Style ${code(style)}.`];
  if (explode === false && (style === 'form' || style === 'cookie'))
    words.push('Several values are separated by commas.');
  else if (explode === true && !['form', 'cookie', 'deepObject'].includes(style)) words.push('Exploded.');
  return words;
}
