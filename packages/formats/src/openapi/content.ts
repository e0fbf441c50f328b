import { property } from '@context-sync/openapi';
import { examplesOf, writeExamples } from './examples.ts';
import { code, link, prose } from './inline-markdown.ts';
import { schemaBlock, schemaItem } from './schema-list.ts';
import { follow, type Scope } from './scope.ts';
import { entriesOf, flagAt, isExtension, textAt } from './value.ts';

interface Media {
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
  const { sheet } = scope;
  const all = scope.entries(holder, 'content');
  const groups: Media[] = [];
  for (const [type, value] of all.slice(0, TYPES_LIMIT)) {
    const { object, external } = follow(scope, value);
    const schema = property(object, 'schema') ?? property(object, 'itemSchema');
    const same = groups.at(-1);
    if (same && schema !== undefined && sameSchema(same.schema, schema) && isBare(object) && isBare(same.object))
      same.types.push(type);
    else groups.push({ types: [type], object, schema, external });
  }
  const isLead = groups.length > 0 && description.length <= MAX_LEAD_LENGTH && !/\n|`{3}|^\W*$/.test(description);
  if (!isLead) sheet.description(description);
  for (const [index, { types, object, schema, external }] of groups.entries()) {
    if (sheet.full) return;
    const lead = isLead && index === 0 ? `${prose(description)}${/[.!?:]$/.test(description) ? '' : '.'} ` : '';
    const label = lead + types.map(code).join(', ');
    const stream = property(object, 'itemSchema') === undefined ? '' : 'a sequence of ';
    if (external !== undefined) sheet.paragraph(`${label}: ${link(external, external)}`);
    else if (schema === undefined) sheet.paragraph(label);
    else schemaBlock(scope, schema, `${label}: ${stream}`);
    for (const [name, rule] of scope.entries(object, 'encoding')) writeEncoding(scope, name, rule);
    sheet.blank();
    for (const type of types) writeExamples(scope, examplesOf(scope, object), type);
  }
  if (all.length > TYPES_LIMIT) sheet.paragraph(`${all.length - TYPES_LIMIT} more content types`);
}

function sameSchema(one: unknown, other: unknown): boolean {
  const reference = textAt(one, '$ref');
  return one === other || (reference !== '' && reference === textAt(other, '$ref'));
}

/** Returns whether a media type has only a schema, so that one line is enough for several media types. */
function isBare(media: unknown): boolean {
  return entriesOf(media).filter(([key]) => !isExtension(key)).length === 1;
}

function writeEncoding(scope: Scope, name: string, rule: unknown): void {
  if (scope.sheet.full) return;
  const type = textAt(rule, 'contentType');
  const style = textAt(rule, 'style');
  const words = [
    ...(type === '' ? [] : [`sent as ${code(type)}`]),
    ...(style === '' ? [] : [`style ${code(style)}`]),
    ...(property(rule, 'explode') === false ? ['not exploded'] : []),
    ...(flagAt(rule, 'allowReserved') ? ['reserved characters allowed'] : []),
  ];
  if (words.length > 0) scope.sheet.line(`- part ${code(name)}: ${words.join(', ')}`);
  writeHeaders(scope, rule);
}

/** Writes the headers of a response or of a part of a body as a list. */
export function writeHeaders(scope: Scope, holder: unknown): void {
  for (const [name, value] of scope.entries(holder, 'headers')) {
    if (scope.sheet.full) return;
    const { object, external } = follow(scope, value);
    if (external !== undefined) scope.sheet.line(`- header ${code(name)}: ${link(external, external)}`);
    else {
      const description = textAt(object, 'description');
      const schema = property(object, 'schema') ?? property(scope.entries(object, 'content')[0]?.[1], 'schema') ?? {};
      const marks = [
        ...(flagAt(object, 'required') ? ['required'] : []),
        ...(flagAt(object, 'deprecated') ? ['deprecated'] : []),
      ];
      const described = description === '' ? schema : { description, allOf: [schema] };
      schemaItem(scope, described, `header ${code(name)}`, 0, marks);
    }
  }
}
