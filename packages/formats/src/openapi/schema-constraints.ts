import { truncate } from '@context-sync/base';
import { formatCode } from './inline-markdown.ts';
import { formatJsonLine } from './json-text.ts';
import { cleanText, getFlagAt, getTextAt } from './json-value.ts';

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
export function describeConstraints(keywords: Keywords): string[] {
  const phrases = [
    ...describeValues(keywords),
    ...describeRange(keywords, 'minLength', 'maxLength', 'character'),
    ...describePattern(keywords),
    ...describeBounds(keywords),
    ...describeRange(keywords, 'minItems', 'maxItems', 'item'),
    ...(keywords.get('uniqueItems') === true ? ['unique items'] : []),
    ...describeRange(keywords, 'minProperties', 'maxProperties', 'property'),
    ...(keywords.get('additionalProperties') === false || keywords.get('unevaluatedProperties') === false
      ? ['no other properties']
      : []),
    ...describeMedia(keywords),
    ...describeXml(keywords),
  ];
  for (const name of RARE_KEYWORDS) {
    if (!keywords.has(name)) continue;
    const json = formatJsonLine(keywords.get(name), LITERAL_LENGTH);
    phrases.push(json === undefined ? `further conditions (${formatCode(name)})` : `${name} ${formatCode(json)}`);
  }
  return phrases;
}

/** Returns the default value and the flags (`read-only`, `write-only`, `deprecated`) as phrases. They apply to each use of the schema. */
export function describeRemarks(keywords: Keywords): string[] {
  return [
    ...(keywords.has('default') ? [`default ${formatLiteral(keywords.get('default'))}`] : []),
    ...(keywords.get('readOnly') === true ? ['read-only'] : []),
    ...(keywords.get('writeOnly') === true ? ['write-only'] : []),
    ...(keywords.get('deprecated') === true ? ['deprecated'] : []),
  ];
}

/** Returns a value as inline code. Unambiguous strings have no quotes. */
export function formatLiteral(value: unknown): string {
  if (typeof value === 'string') {
    const text = cleanText(value);
    const isPlain = text !== '' && text === value && !text.includes('\n') && !/^(?:true|false|null|-?\d.*)$/.test(text);
    return formatCode(truncate(isPlain ? text : JSON.stringify(value), LITERAL_LENGTH));
  }
  return formatCode(formatJsonLine(value, LITERAL_LENGTH) ?? (Array.isArray(value) ? '[…]' : '{…}'));
}

function describeValues(keywords: Keywords): string[] {
  if (keywords.has('const')) return [`always ${formatLiteral(keywords.get('const'))}`];
  const enumValues = keywords.get('enum');
  if (!Array.isArray(enumValues) || enumValues.length === 0) return [];
  let text = '';
  let count = 0;
  for (const value of enumValues) {
    if (text.length > ENUM_LENGTH) break;
    text += (count === 0 ? '' : ', ') + formatLiteral(value);
    count += 1;
  }
  const omittedSuffix = enumValues.length > count ? ` and ${enumValues.length - count} more` : '';
  return [enumValues.length === 1 ? `always ${text}` : `one of ${text}${omittedSuffix}`];
}

function describeRange(keywords: Keywords, lowestText: string, highestText: string, unit: string): string[] {
  const min = formatAmount(keywords.get(lowestText));
  const max = formatAmount(keywords.get(highestText));
  const formatCount = (number: number | bigint) => `${number} ${pluralizeUnit(unit, Number(number))}`;
  if (max === undefined) return min === undefined || Number(min) === 0 ? [] : [`at least ${formatCount(min)}`];
  if (min === undefined || Number(min) === 0) return [`at most ${formatCount(max)}`];
  return [min === max ? `exactly ${formatCount(min)}` : `${min}–${formatCount(max)}`];
}

function pluralizeUnit(unit: string, number: number): string {
  if (number === 1) return unit;
  return unit === 'property' ? 'properties' : `${unit}s`;
}

function describePattern(keywords: Keywords): string[] {
  const text = keywords.get('pattern');
  return typeof text === 'string' && text !== ''
    ? [`pattern ${formatCode(truncate(cleanText(text), LITERAL_LENGTH))}`]
    : [];
}

/** Describes minimum and maximum. In OpenAPI 3.0, `exclusiveMinimum` is `true` and modifies `minimum`; in 3.1, it is the bound itself. */
function describeBounds(keywords: Keywords): string[] {
  const phrases: string[] = [];
  for (const [inclusive, exclusive, or, strict] of [
    ['minimum', 'exclusiveMinimum', '≥', '>'],
    ['maximum', 'exclusiveMaximum', '≤', '<'],
  ] as const) {
    const formattedBound = formatAmount(keywords.get(inclusive));
    const exclusiveBound = formatAmount(keywords.get(exclusive));
    if (formattedBound !== undefined)
      phrases.push(`${keywords.get(exclusive) === true ? strict : or} ${formattedBound}`);
    if (exclusiveBound !== undefined) phrases.push(`${strict} ${exclusiveBound}`);
  }
  const step = formatAmount(keywords.get('multipleOf'));
  return step === undefined ? phrases : [...phrases, `a multiple of ${step}`];
}

function describeMedia(keywords: Keywords): string[] {
  const type = keywords.get('contentMediaType');
  const encoding = keywords.get('contentEncoding');
  return [
    ...(typeof type === 'string' ? [`content ${formatCode(type)}`] : []),
    ...(typeof encoding === 'string' ? [`encoded as ${formatCode(encoding)}`] : []),
  ];
}

function describeXml(keywords: Keywords): string[] {
  const rules = keywords.get('xml');
  const name = getTextAt(rules, 'name');
  const nodeType = getTextAt(rules, 'nodeType');
  const attribute = nodeType === 'attribute' || getFlagAt(rules, 'attribute');
  const isWrapped = getFlagAt(rules, 'wrapped');
  if (name === '' && !attribute && !isWrapped) return [];
  const kind = attribute ? 'attribute' : 'element';
  return [`XML ${kind}${name === '' ? '' : ` ${formatCode(name)}`}${isWrapped ? ', wrapped' : ''}`];
}

function formatAmount(value: unknown): number | bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}
