import { findClosestName } from '@context-sync/base';
import type { z } from 'zod';
import { countCharacters, describeValue, quoteText } from './describe-value.ts';

/** Minimum length of a value for which a similar value is suggested. Shorter values are similar to many values. */
const MIN_SUGGESTED_CHARS = 4;
/** Maximum number of values or names that a message lists. */
const MAX_LISTED = 20;

/** Expected values, by the type names of zod. */
const EXPECTED_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const EXPECTED_FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time with an offset, such as 2026-03-01T10:00:00Z',
  url: 'an http or https URL, such as https://docs.example.com/errors',
};

/** Describes a problem that schema validation found: the rule, and the value that was received. */
export function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const name = String(issue.path.findLast((part) => typeof part === 'string') ?? '');
  if (issue.code === 'custom' || !isRequired(issue, value)) return addValue(describeRule(issue, value), value, name);
  return 'is required';
}

/**
 * Describes a property or parameter that does not exist.
 * @param names names that exist
 */
export function describeUnknownName(name: string, names: readonly string[]): string {
  const closestName = findClosestName(name, names);
  if (closestName !== undefined) return `does not exist; did you mean "${closestName}"?`;
  if (names.length === 0) return 'does not exist; remove it';
  return `does not exist; remove it, or use one of ${listNames(names)}`;
}

function isRequired(issue: z.core.$ZodIssue, value: unknown): boolean {
  return value === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code);
}

function describeRule(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${EXPECTED_TYPES[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return describeBound(issue.origin, 'most', Number(issue.maximum));
    case 'too_small':
      return describeBound(issue.origin, 'least', Number(issue.minimum));
    case 'invalid_format':
      return EXPECTED_FORMATS[issue.format] === undefined ? issue.message : `must be ${EXPECTED_FORMATS[issue.format]}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${listNames(issue.values.map(String))}${suggest(value, issue.values)}`;
    case 'invalid_union':
      return describeUnion(issue, value);
    default:
      return issue.message;
  }
}

function describeBound(origin: string, bound: 'most' | 'least', limit: number): string {
  if (origin === 'string') {
    return bound === 'least' && limit === 1 ? 'must not be empty' : `must have at ${bound} ${limit} characters`;
  }
  if (origin === 'array') {
    return bound === 'least' && limit === 1 ? 'must not be empty' : `must have at ${bound} ${limit} elements`;
  }
  return `must be at ${bound} ${limit}`;
}

function describeUnion({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  const rules = errors.flatMap(([issue]) => (issue ? [describeRule(issue, value)] : []));
  return [...new Set(rules)].join(' or ').replaceAll(' or must be ', ' or ');
}

function suggest(value: unknown, values: readonly unknown[]): string {
  const isChoice = typeof value === 'string' && value.length >= MIN_SUGGESTED_CHARS && values.length > 1;
  const closest = isChoice ? findClosestName(value, values.map(String)) : undefined;
  return closest === undefined ? '' : `; did you mean "${closest}"?`;
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_LISTED).map(quoteText);
  return [...listed, ...(names.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

/** Adds the received value, unless the rule contains it. */
function addValue(rule: string, value: unknown, name: string): string {
  if (rule.includes('(got ') || value === undefined) return rule;
  const isTooLong = typeof value === 'string' && / characters$/.test(rule);
  return `${rule} (got ${isTooLong ? countCharacters(value) : describeValue(value, name)})`;
}
