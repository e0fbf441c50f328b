import { getElementAt } from '@context-sync/base';
import { type CodeContext, createCodeContext } from './code-context.ts';
import { MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { containsSecret, type ValuePosition } from './holds-secret.ts';
import { isWithinDepth, MAX_JSON_DEPTH } from './json-depth.ts';
import { isFieldName, isFieldValue } from './name-value.ts';
import { redactText, redactUrl, type TextRules } from './redact-text.ts';
import { REDACTED } from './redaction-marker.ts';
import { redactByPattern } from './scan-text.ts';
import { createNameClassifier, type KindOfName, type NameKind } from './sensitive-names.ts';

/** The parts of a captured request that can contain secrets. */
export interface CapturedRequest {
  readonly url: string;
  readonly request: unknown;
  readonly response: unknown;
}

export type RedactRequest = <T extends CapturedRequest>(record: T) => T;

/** Matches names of objects and lists that contain headers. */
const HEADERS_PATTERN = /^(raw_?)?headers$/i;
const PAIRS_FIELD = /^(query|query_?string|query_?params|search_?params|form|form_?data)$/i;
/** Minimum length of a property name that is searched for secrets. */
const MIN_SEARCHED_NAME_LENGTH = 16;
/** Matches a character that precedes a named value or occurs in JSON. Other texts that are too short for a credential are not searched. */
const MAY_HOLD_VALUE = /[=:< [{\uFEFF]/;
/** Matches a date or time in ISO 8601, which is common in APIs. Without this check, each colon would start a search for a name. */
const TIME_PATTERN = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const MAX_TIME_LENGTH = 35;
const MAX_CACHED_NAMES = 10_000;
const MAX_CACHED_NAME_LENGTH = 128;
/** Code of the space character. In JSON, characters up to this code are white space. */
const SPACE = 32;
const QUOTE = 34;

/**
 * Creates a function that redacts secrets in captured requests: values of secret names as properties, as `{name, value}`, in lists of names and
 * values, in URLs, forms, header lines, JSON within a text and invalid JSON; and values that have the format of a credential. The function returns a
 * value without secrets unchanged.
 * @param more names of secrets in addition to the built-in names
 */
export function createRedact(more: readonly string[] = []): RedactRequest {
  return createRedaction(more).record;
}

/** Functions that redact whole records and JSON texts and share one cache of names. */
export interface Redaction {
  readonly record: RedactRequest;
  /**
   * Redacts a JSON text that will be embedded in other JSON.
   * @param nesting levels of JSON around the text, which are included in the check of `MAX_JSON_DEPTH`
   * @returns JSON; undefined if the text is not JSON
   */
  readonly json: (text: string, nesting: number) => string | undefined;
}

export function createRedaction(more: readonly string[] = []): Redaction {
  const redactor = new Redactor(createNameClassifier(more));
  return { record: (record) => redactor.record(record), json: (text, nesting) => redactor.json(text, nesting) };
}

class Redactor {
  readonly #kindOf: KindOfName;
  readonly #traitsOf: (name: string) => NameTraits;
  readonly #rules: TextRules;

  constructor(kindOf: KindOfName) {
    this.#kindOf = kindOf;
    this.#traitsOf = createTraitsCache(kindOf);
    this.#rules = { kindOf, redactWhole: (text) => this.#string(text) };
  }

  record<T extends CapturedRequest>(record: T): T {
    return {
      ...record,
      url: redactUrl(record.url, this.#rules),
      request: this.#any(record.request, 'property'),
      response: this.#any(record.response, 'property'),
    };
  }

  json(text: string, nesting: number): string | undefined {
    const parsedValue = tryParse(text);
    if (parsedValue === undefined) return undefined;
    if (!isWithinDepth(parsedValue, MAX_JSON_DEPTH - nesting)) return JSON.stringify(REDACTED);
    const cleanJson = this.#any(parsedValue, 'property');
    if (cleanJson !== parsedValue) return JSON.stringify(cleanJson);
    if (!canRepeatName(text, parsedValue)) return text;
    const searchedText = redactByPattern(text, this.#kindOf);
    return searchedText === text || tryParse(searchedText) !== undefined ? searchedText : JSON.stringify(searchedText);
  }

  #any(value: unknown, position: ValuePosition): unknown {
    if (typeof value === 'string') return this.#string(value);
    if (Array.isArray(value)) return this.#list(value, position);
    if (typeof value === 'object' && value !== null) return this.#object(value as Record<string, unknown>, position);
    return value;
  }

  #object(value: Readonly<Record<string, unknown>>, position: ValuePosition): object {
    const names = Object.keys(value);
    const namedKind = this.#kindOfNamed(value, names);
    let contextOf: (() => CodeContext) | undefined;
    let changedMembers: [name: string, value: unknown][] | undefined;
    for (let offset = 0; offset < names.length; offset += 1) {
      const name = getElementAt(names, offset);
      const memberValue = value[name];
      const traits = this.#traitsOf(name);
      const { kind } = traits;
      if (kind !== undefined) contextOf ??= createCodeContext(() => names);
      const isSecret =
        (kind !== undefined && containsSecret(kind, memberValue, position, contextOf)) ||
        (namedKind !== undefined &&
          traits.isFieldValue &&
          containsSecret(namedKind, memberValue, position === 'header' ? 'header' : 'pair'));
      const cleanMember = isSecret ? REDACTED : this.#any(memberValue, traits.position ?? position);
      const cleanName = name.length < MIN_SEARCHED_NAME_LENGTH ? name : redactByPattern(name, this.#kindOf);
      if (changedMembers === undefined) {
        if (cleanMember === memberValue && cleanName === name) continue;
        changedMembers = names.slice(0, offset).map((before) => [before, value[before]]);
      }
      changedMembers.push([cleanName, cleanMember]);
    }
    return changedMembers === undefined ? value : Object.fromEntries(changedMembers);
  }

  /**
   * Returns the kind of the name in `{"name": "password", "value": …}`. A list such as `["body", "password"]` and a path such as `/user/password` are
   * names as well.
   */
  #kindOfNamed(value: Readonly<Record<string, unknown>>, names: readonly string[]): NameKind | undefined {
    for (const key of names) {
      if (!this.#traitsOf(key).isFieldName) continue;
      const name = value[key];
      const lastName = Array.isArray(name) ? name.at(-1) : name;
      const kind = typeof lastName === 'string' ? this.#kindOf(lastName) : undefined;
      if (kind !== undefined) return kind;
    }
    return undefined;
  }

  /** Redacts a list. Names and values may alternate, as in `rawHeaders` of Node, or form pairs. */
  #list(values: readonly unknown[], position: ValuePosition): readonly unknown[] {
    const isAlternating = values.some((each) => typeof each === 'string' && !/^[A-Za-z_.]*$/.test(each));
    const cleanItems = values.map((each, offset) => {
      const previousValue = values[offset - 1];
      const kind =
        isAlternating && offset % 2 === 1 && typeof previousValue === 'string'
          ? this.#kindOf(previousValue)
          : undefined;
      const isSecret = kind !== undefined && typeof each !== 'object' && containsSecret(kind, each, 'header');
      return isSecret ? REDACTED : this.#any(each, position);
    });
    return cleanItems.every((each, offset) => each === values[offset]) ? values : cleanItems;
  }

  #string(text: string): string {
    if (text.length < MIN_CREDENTIAL_LENGTH && !MAY_HOLD_VALUE.test(text)) return text;
    if (text.length <= MAX_TIME_LENGTH && TIME_PATTERN.test(text)) return text;
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
    if (!/^\s*[[{]/.test(body)) return redactText(text, this.#rules);
    const parsedBody = tryParse(body);
    if (parsedBody === undefined) return this.#lines(text);
    if (!isWithinDepth(parsedBody)) return REDACTED;
    const cleanBody = this.#any(parsedBody, 'property');
    if (cleanBody !== parsedBody) return text.slice(0, text.length - body.length) + JSON.stringify(cleanBody);
    return canRepeatName(text, parsedBody) ? redactByPattern(text, this.#kindOf) : text;
  }

  /** Redacts JSON Lines, of which the last line may be truncated. Searches other text by pattern. */
  #lines(text: string): string {
    const end = text.indexOf('\n');
    const isLines = end > 0 && tryParse(text.slice(0, end)) !== undefined;
    return isLines
      ? text
          .split('\n')
          .map((line) => this.#string(line))
          .join('\n')
      : redactByPattern(text, this.#kindOf);
  }
}

function getPosition(name: string): ValuePosition | undefined {
  if (HEADERS_PATTERN.test(name)) return 'header';
  return PAIRS_FIELD.test(name) ? 'pair' : undefined;
}

/** The meaning of a property's value, derived from the name of the property. */
interface NameTraits {
  readonly kind: NameKind | undefined;
  readonly isFieldName: boolean;
  readonly isFieldValue: boolean;
  /** Position of the content of the property, if the name determines it. */
  readonly position: ValuePosition | undefined;
}

/** Returns a function that caches the traits of names, because APIs repeat a few names in every body. */
function createTraitsCache(kindOf: KindOfName): (name: string) => NameTraits {
  const traitsByName = new Map<string, NameTraits>();
  return (name) => {
    let traits = traitsByName.get(name);
    if (traits === undefined) {
      traits = {
        kind: kindOf(name),
        isFieldName: isFieldName(name),
        isFieldValue: isFieldValue(name),
        position: getPosition(name),
      };
      if (traitsByName.size >= MAX_CACHED_NAMES) traitsByName.clear();
      if (name.length <= MAX_CACHED_NAME_LENGTH) traitsByName.set(name, traits);
    }
    return traits;
  };
}

/** Returns whether an object in the text may have two properties with the same name. The parser returns only the last of them. */
function canRepeatName(text: string, parsed: unknown): boolean {
  let names = 0;
  for (let offset = text.indexOf(':'); offset >= 0; offset = text.indexOf(':', offset + 1)) {
    if (text.charCodeAt(offset - 1) === QUOTE) names += 1;
    else if (isAfterSpacedQuote(text, offset)) return true;
  }
  return names !== countNames(parsed);
}

/** Returns whether a quotation mark precedes the white space before a position. */
function isAfterSpacedQuote(text: string, end: number): boolean {
  let offset = end - 1;
  while (offset >= 0 && text.charCodeAt(offset) <= SPACE) offset -= 1;
  return text.charCodeAt(offset) === QUOTE;
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const memberValue of value) count += countNames(memberValue);
  else
    for (const name of Object.keys(value)) count += 1 + countNames((value as Readonly<Record<string, unknown>>)[name]);
  return count;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
