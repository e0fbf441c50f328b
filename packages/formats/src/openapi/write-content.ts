import { type Entry, getProperty, isExtension } from '@context-sync/openapi';
import { cleanProse, formatCode, formatLink } from './inline-markdown.ts';
import { getEntries, getFlagAt, getTextAt } from './json-value.ts';
import { writeSchemaBlock, writeSchemaItem } from './schema-list.ts';
import type { Scope } from './schema-scope.ts';
import { getExamples, writeExamples } from './write-examples.ts';

interface MediaContent {
  readonly types: string[];
  readonly object: unknown;
  readonly schema: unknown;
  readonly external: string | undefined;
}

const TYPES_LIMIT = 30;
const MAX_LEAD_LENGTH = 300;

/**
 * Writes the media types of a body with their schemas, examples and encodings. Media types that share a schema are written together. A short
 * description is part of the paragraph of the first media type, so that the description stays with the schema.
 */
export function writeContent(scope: Scope, holder: unknown, description = ''): void {
  const { writer } = scope;
  const mediaTypes = scope.entries(holder, 'content');
  const groups: MediaContent[] = [];
  for (const [type, value] of mediaTypes.slice(0, TYPES_LIMIT)) {
    const { object, external } = scope.references.dereference(value);
    const schema = getProperty(object, 'schema') ?? getProperty(object, 'itemSchema');
    const lastGroup = groups.at(-1);
    if (
      lastGroup &&
      schema !== undefined &&
      isSameSchema(lastGroup.schema, schema) &&
      isBare(object) &&
      isBare(lastGroup.object)
    )
      lastGroup.types.push(type);
    else groups.push({ types: [type], object, schema, external });
  }
  const isLead = groups.length > 0 && description.length <= MAX_LEAD_LENGTH && !/\n|`{3}|^\W*$/.test(description);
  if (!isLead) writer.description(description);
  for (const [index, { types, object, schema, external }] of groups.entries()) {
    if (writer.full) return;
    const lead = isLead && index === 0 ? `${cleanProse(description)}${/[.!?:]$/.test(description) ? '' : '.'} ` : '';
    const label = lead + types.map(formatCode).join(', ');
    const stream = getProperty(object, 'itemSchema') === undefined ? '' : 'a sequence of ';
    if (external !== undefined) writer.paragraph(`${label}: ${formatLink(external, external)}`);
    else if (schema === undefined) writer.paragraph(label);
    else writeSchemaBlock(scope, schema, `${label}: ${stream}`);
    for (const [name, rule] of scope.entries(object, 'encoding')) writeEncoding(scope, name, rule);
    writer.blank();
    for (const type of types) writeExamples(scope, getExamples(scope, object), type);
  }
  if (mediaTypes.length > TYPES_LIMIT) writer.paragraph(`${mediaTypes.length - TYPES_LIMIT} more content types`);
}

function isSameSchema(one: unknown, other: unknown): boolean {
  const reference = getTextAt(one, '$ref');
  return one === other || (reference !== '' && reference === getTextAt(other, '$ref'));
}

/** Returns whether a media type has only a schema, so that one line is enough for several media types. */
function isBare(media: unknown): boolean {
  return getEntries(media).filter(([key]) => !isExtension(key)).length === 1;
}

function writeEncoding(scope: Scope, name: string, rule: unknown): void {
  if (scope.writer.full) return;
  const type = getTextAt(rule, 'contentType');
  const style = getTextAt(rule, 'style');
  const words = [
    ...(type === '' ? [] : [`sent as ${formatCode(type)}`]),
    ...(style === '' ? [] : [`style ${formatCode(style)}`]),
    ...(getProperty(rule, 'explode') === false ? ['not exploded'] : []),
    ...(getFlagAt(rule, 'allowReserved') ? ['reserved characters allowed'] : []),
  ];
  if (words.length > 0) scope.writer.line(`- part ${formatCode(name)}: ${words.join(', ')}`);
  writeHeaders(scope, scope.entries(rule, 'headers'));
}

/** Writes the headers of a response or of a part of a body as a list. */
export function writeHeaders(scope: Scope, headers: readonly Entry[]): void {
  for (const [name, value] of headers) {
    if (scope.writer.full) return;
    const { object, external } = scope.references.dereference(value);
    if (external !== undefined) scope.writer.line(`- header ${formatCode(name)}: ${formatLink(external, external)}`);
    else {
      const description = getTextAt(object, 'description');
      const schema =
        getProperty(object, 'schema') ?? getProperty(scope.entries(object, 'content')[0]?.[1], 'schema') ?? {};
      const headerMarks = [
        ...(getFlagAt(object, 'required') ? ['required'] : []),
        ...(getFlagAt(object, 'deprecated') ? ['deprecated'] : []),
      ];
      const describedSchema = description === '' ? schema : { description, allOf: [schema] };
      writeSchemaItem(scope, describedSchema, `header ${formatCode(name)}`, 0, headerMarks);
    }
  }
}
