import { truncate } from '@context-sync/base';
import { code } from './inline-markdown.ts';
import { jsonLine } from './json-text.ts';
import { clean, flagAt, textAt } from './value.ts';

/** Keywords of a schema, including those of `allOf` and references. */
export type Keywords = ReadonlyMap<string, unknown>;

const ENUM_LENGTH = 1_500;
const LITERAL_LENGTH = 200;
/** Keywords that are too rare to have their own wording. */
export const RARE_KEYWORDS = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
];

/** Describes what a schema requires of a value beyond its type, as short phrases. */
export function constraints(keywords: Keywords): string[] {
  const phrases = [
    ...values(keywords),
    ...range(keywords, 'minLength', 'maxLength', 'character'),
    ...pattern(keywords),
    ...bounds(keywords),
    ...range(keywords, 'minItems', 'maxItems', 'item'),
    ...(keywords.get('uniqueItems') === true ? ['unique items'] : []),
    ...range(keywords, 'minProperties', 'maxProperties', 'property'),
    ...(keywords.get('additionalProperties') === false || keywords.get('unevaluatedProperties') === false
      ? ['no other properties']
      : []),
    ...media(keywords),
    ...xml(keywords),
  ];
  for (const name of RARE_KEYWORDS) {
    if (!keywords.has(name)) continue;
    const json = jsonLine(keywords.get(name), LITERAL_LENGTH);
    phrases.push(json === undefined ? `further conditions (${code(name)})` : `${name} ${code(json)}`);
  }
  return phrases;
}

/** Default, access and similar properties, which apply to a use of the schema even if the structure of the schema is not repeated. */
export function remarks(keywords: Keywords): string[] {
  return [
    ...(keywords.has('default') ? [`default ${literal(keywords.get('default'))}`] : []),
    ...(keywords.get('readOnly') === true ? ['read-only'] : []),
    ...(keywords.get('writeOnly') === true ? ['write-only'] : []),
    ...(keywords.get('deprecated') === true ? ['deprecated'] : []),
  ];
}

/** Returns a value as inline code. Unambiguous strings have no quotes. */
export function literal(value: unknown): string {
  if (typeof value === 'string') {
    const text = clean(value);
    const plain = text !== '' && text === value && !text.includes('\n') && !/^(?:true|false|null|-?\d.*)$/.test(text);
    return code(truncate(plain ? text : JSON.stringify(value), LITERAL_LENGTH));
  }
  return code(jsonLine(value, LITERAL_LENGTH) ?? (Array.isArray(value) ? '[…]' : '{…}'));
}

function values(keywords: Keywords): string[] {
  if (keywords.has('const')) return [`always ${literal(keywords.get('const'))}`];
  const list = keywords.get('enum');
  if (!Array.isArray(list) || list.length === 0) return [];
  let text = '';
  let count = 0;
  for (const value of list) {
    if (text.length > ENUM_LENGTH) break;
    text += (count === 0 ? '' : ', ') + literal(value);
    count += 1;
  }
  const rest = list.length > count ? ` and ${list.length - count} more` : '';
  return [list.length === 1 ? `always ${text}` : `one of ${text}${rest}`];
}

function range(keywords: Keywords, lowest: string, highest: string, unit: string): string[] {
  const min = amount(keywords.get(lowest));
  const max = amount(keywords.get(highest));
  const counted = (number: number | bigint) => `${number} ${plural(unit, Number(number))}`;
  if (max === undefined) return min === undefined || Number(min) === 0 ? [] : [`at least ${counted(min)}`];
  if (min === undefined || Number(min) === 0) return [`at most ${counted(max)}`];
  return [min === max ? `exactly ${counted(min)}` : `${min}–${counted(max)}`];
}

function plural(unit: string, number: number): string {
  if (number === 1) return unit;
  return unit === 'property' ? 'properties' : `${unit}s`;
}

function pattern(keywords: Keywords): string[] {
  const text = keywords.get('pattern');
  return typeof text === 'string' && text !== '' ? [`pattern ${code(truncate(clean(text), LITERAL_LENGTH))}`] : [];
}

/** In OpenAPI 3.0, `exclusiveMinimum` is `true` and modifies `minimum`; in 3.1, `exclusiveMinimum` is the bound itself. */
function bounds(keywords: Keywords): string[] {
  const phrases: string[] = [];
  for (const [inclusive, exclusive, or, strict] of [
    ['minimum', 'exclusiveMinimum', '≥', '>'],
    ['maximum', 'exclusiveMaximum', '≤', '<'],
  ] as const) {
    const bound = amount(keywords.get(inclusive));
    const open = amount(keywords.get(exclusive));
    if (bound !== undefined) phrases.push(`${keywords.get(exclusive) === true ? strict : or} ${bound}`);
    if (open !== undefined) phrases.push(`${strict} ${open}`);
  }
  const step = amount(keywords.get('multipleOf'));
  return step === undefined ? phrases : [...phrases, `a multiple of ${step}`];
}

function media(keywords: Keywords): string[] {
  const type = keywords.get('contentMediaType');
  const encoding = keywords.get('contentEncoding');
  return [
    ...(typeof type === 'string' ? [`content ${code(type)}`] : []),
    ...(typeof encoding === 'string' ? [`encoded as ${code(encoding)}`] : []),
  ];
}

function xml(keywords: Keywords): string[] {
  const rules = keywords.get('xml');
  const name = textAt(rules, 'name');
  const nodeType = textAt(rules, 'nodeType');
  const attribute = nodeType === 'attribute' || flagAt(rules, 'attribute');
  const wrapped = flagAt(rules, 'wrapped');
  if (name === '' && !attribute && !wrapped) return [];
  const kind = attribute ? 'attribute' : 'element';
  return [`XML ${kind}${name === '' ? '' : ` ${code(name)}`}${wrapped ? ', wrapped' : ''}`];
}

function amount(value: unknown): number | bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}
