import { getProperty, listAt, listParameters, MAX_PARAMETERS } from '@context-sync/openapi';
import { cleanProse, formatCell, formatCode, formatLink } from './inline-markdown.ts';
import { getFlagAt, getTextAt } from './json-value.ts';
import { formatLiteral } from './schema-constraints.ts';
import { addComponentText, findStructure, writeSchemaBlock } from './schema-list.ts';
import type { Scope } from './schema-scope.ts';
import { describeSchemaInWords, describeShortly } from './schema-text.ts';
import type { SchemaView } from './schema-view.ts';
import { getExamples } from './write-examples.ts';

const MAX_EXAMPLES = 3;

/** Writes the parameters of an operation as a table, and their structure below it. The operation's parameters override those of its path. */
export function writeParameters(scope: Scope, path: unknown, operation: unknown): void {
  const parameters = listParameters(scope, [path, operation]);
  const { writer } = scope;
  if (parameters.length === 0) return;
  writer.unit('Parameters');
  writer.line('| Name | In | Type | Required | Description |');
  writer.line('| --- | --- | --- | --- | --- |');
  const structuredParameters: { name: string; schema: unknown }[] = [];
  for (const { object, external } of parameters) {
    if (writer.full) break;
    if (external !== undefined) {
      writer.line(`| ${formatCell(formatLink(external, external))} | | | | |`);
      continue;
    }
    const name = getTextAt(object, 'name');
    const [media, content] = scope.entries(object, 'content')[0] ?? [];
    const schema = getProperty(content === undefined ? object : scope.references.dereference(content).object, 'schema');
    const structure = schema === undefined ? undefined : findStructure(scope, schema);
    if (structure) structuredParameters.push({ name, schema });
    const cells = [
      formatCode(name),
      getTextAt(object, 'in'),
      [...formatTypeWords(scope, schema, structure), ...(media === undefined ? [] : [`as ${formatCode(media)}`])].join(
        ', ',
      ),
      getFlagAt(object, 'required') ? 'yes' : '',
      describeNotes(scope, object, schema),
    ];
    writer.line(`|${cells.map((each) => ` ${formatCell(each)} `).join('|')}|`);
  }
  writer.blank();
  const counts = [path, operation].map((level) => listAt(level, 'parameters').length);
  const omittedCount = counts.reduce((sum, count) => sum + Math.max(count - MAX_PARAMETERS, 0), 0);
  if (omittedCount > 0) writer.paragraph(`${omittedCount} more parameters, not described here`);
  for (const { name, schema } of structuredParameters) {
    if (writer.full) break;
    writeSchemaBlock(scope, schema, `Parameter ${formatCode(name)}: `);
  }
}

function formatTypeWords({ schemas }: Scope, schema: unknown, structure: SchemaView | undefined): string[] {
  if (schema === undefined) return [];
  const view = schemas.view(schema);
  return structure
    ? describeShortly(schemas, view, structure)
    : describeSchemaInWords(schemas, view, { withExample: false });
}

function describeNotes(scope: Scope, object: unknown, schema: unknown): string {
  const view = scope.schemas.view(schema);
  const description = cleanProse(
    addComponentText(scope, view.component, getTextAt(object, 'description') || view.description),
  );
  const examples = getExamples(scope, object).filter(({ value }) => value !== undefined);
  const words = [
    ...(getFlagAt(object, 'deprecated') ? ['Deprecated.'] : []),
    ...(description === '' ? [] : [/[.!?:)]$/.test(description) ? description : `${description}.`]),
    ...describeSerialization(object),
    ...(getFlagAt(object, 'allowEmptyValue') ? ['May be empty.'] : []),
    ...(getFlagAt(object, 'allowReserved') ? ['Reserved characters need no escape.'] : []),
    ...(examples.length === 0 ? [] : [`E.g. ${examples.slice(0, MAX_EXAMPLES).map(formatExampleWords).join(', ')}.`]),
  ];
  const text = words.join(' ');
  // A description without further phrases keeps its original punctuation.
  return words.length === 1 && text === `${description}.` ? description : text;
}

function formatExampleWords({ value, note }: { value: unknown; note: string }): string {
  return formatLiteral(value) + (note === '' ? '' : ` (${note})`);
}

/** Returns how several values are serialized, if the serialization differs from OpenAPI's default. */
function describeSerialization(object: unknown): string[] {
  const parameterLocation = getTextAt(object, 'in');
  const defaultStyle = parameterLocation === 'query' || parameterLocation === 'cookie' ? 'form' : 'simple';
  const style = getTextAt(object, 'style') || defaultStyle;
  const explodeValue = getProperty(object, 'explode');
  const words = style === defaultStyle ? [] : [`Style ${formatCode(style)}.`];
  if (explodeValue === false && (style === 'form' || style === 'cookie'))
    words.push('Several values are separated by commas.');
  else if (explodeValue === true && !['form', 'cookie', 'deepObject'].includes(style)) words.push('Exploded.');
  return words;
}
