import { getProperty, isObject, listAt } from '@context-sync/openapi';
import { toOneLine } from './inline-markdown.ts';
import { getTextAt } from './json-value.ts';
import type { MergedSchema, SchemaChoice } from './schema-merge.ts';

/** Maximum number of values that are compared with the options of a schema. */
const VALUES_LIMIT = 100;

/** The choices that remain if a schema also restricts its values. */
interface SelectedChoices {
  readonly choices: readonly SchemaChoice[];
  /** Meaning of the only remaining value; empty if there are several. */
  readonly value: string;
}

/**
 * Selects the options that the values of a schema permit. A constant that refers to a list of described values, as in
 * `{ "enum": [17], "allOf": [{ "$ref": "…/ChannelTypes" }] }`, permits only one of them.
 */
export function selectChoices({ keywords, choices }: MergedSchema): SelectedChoices {
  const values = keywords.has('const') ? [keywords.get('const')] : listAt({ enum: keywords.get('enum') }, 'enum');
  if (values.length === 0 || values.length > VALUES_LIMIT) return { choices, value: '' };
  const selectedChoices = choices.map(({ word, members }) => {
    const permittedValues = members.filter((member) => {
      const options = listConstants(member);
      return options === undefined || options.some((option) => values.includes(option));
    });
    return { word, members: permittedValues };
  });
  const [only] = selectedChoices;
  const [member, ...others] = only?.members ?? [];
  const isSingle = selectedChoices.length === 1 && others.length === 0 && listConstants(member) !== undefined;
  return {
    choices: selectedChoices.filter(({ members: [first, ...rest] }) => rest.length > 0 || isOpenOption(first)),
    value: isSingle ? describeConstant(member) : '',
  };
}

/** Returns whether an option is a schema that does not list its values. */
function isOpenOption(schema: unknown): boolean {
  return schema !== undefined && listConstants(schema) === undefined;
}

/** Returns the values of an option that lists all of its values. */
function listConstants(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return [getProperty(schema, 'const')];
  const options = getProperty(schema, 'enum');
  return Array.isArray(options) ? options : undefined;
}

function describeConstant(schema: unknown): string {
  return [toOneLine(getTextAt(schema, 'title')), getTextAt(schema, 'description')].filter(Boolean).join(': ');
}
