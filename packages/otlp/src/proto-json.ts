import { parseDecimalInteger } from './decimal-integer.ts';
import { OtlpError, OtlpSyntaxError } from './otlp-span.ts';

/** A number of a JSON text that a double cannot represent with all its digits. */
export class LongNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A message in the JSON mapping of Protocol Buffers, which names its fields. */
export type JsonMessage = Readonly<Record<string, unknown>>;

/** Matches numbers that may have more digits than a double. Also matches some texts, which only makes parsing slower. */
const LONG_NUMBER_PATTERN = /[\s:,[-]\d(?:[\d.]{15}|[\d.]*[eE])/;
const BASE64_PATTERN = /^[\w+/-]*={0,2}$/;
const MAX_SHOWN_CHARS = 40;

const INT32_RANGE = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const INT64_RANGE = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const FIXED64_RANGE = [0n, 2n ** 64n - 1n] as const;
type IntegerRange = readonly [min: bigint, max: bigint];

/** Parses JSON and keeps the digits of all numbers: numbers that doubles cannot represent become `LongNumber`. @throws OtlpError */
export function parseProtoJson(text: string): unknown {
  try {
    // A reviver takes several times as long as the parser, and few exporters send numbers that need it.
    return LONG_NUMBER_PATTERN.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (error) {
    throw error instanceof RangeError
      ? new OtlpError('is nested too deeply')
      : new OtlpSyntaxError('is not valid JSON');
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  return new LongNumber(context?.source ?? String(value));
}

/** Returns whether a value is a message. */
const isMessage = (value: unknown): value is JsonMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

/** Original names of fields by their names in camel case. */
const originalNames = new Map<string, string>();

function getOriginalName(name: string): string {
  const knownName = originalNames.get(name);
  if (knownName !== undefined) return knownName;
  const originalName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  originalNames.set(name, originalName);
  return originalName;
}

/**
 * Returns the value of a field. Parsers of the JSON mapping accept the name in camel case and the original name, and null for the default value.
 * @returns undefined if the field is not set
 */
export function getField(message: JsonMessage, name: string): unknown {
  const getValue = (key: string) => (Object.hasOwn(message, key) ? message[key] : undefined) ?? undefined;
  return getValue(name) ?? getValue(getOriginalName(name));
}

/** Returns a value as a message. @throws OtlpError */
export function readMessage(value: unknown, path: string): JsonMessage {
  if (!isMessage(value)) throw createProblem(path, 'must be an object', value);
  return value;
}

/** Returns the elements of a repeated field. @throws OtlpError */
export function readList(message: JsonMessage, name: string, path: string): readonly unknown[] {
  const value = getField(message, name) ?? [];
  if (!Array.isArray(value)) throw createProblem(joinPath(path, name), 'must be an array', value);
  return value;
}

/** Returns a text field. @throws OtlpError */
export function readText(message: JsonMessage, name: string, path: string): string {
  const value = getField(message, name) ?? '';
  if (typeof value !== 'string') throw createProblem(joinPath(path, name), 'must be a string', value);
  return value;
}

/** Returns a field of type `bool`. @throws OtlpError */
export function readBoolean(message: JsonMessage, name: string, path: string): boolean {
  const value = getField(message, name) ?? false;
  if (typeof value !== 'boolean') throw createProblem(joinPath(path, name), 'must be true or false', value);
  return value;
}

/** Returns a field of type `double`: a number, or a text such as `NaN` or `1.5`. @throws OtlpError */
export function readDouble(message: JsonMessage, name: string, path: string): number {
  const value = getField(message, name) ?? 0;
  if (typeof value === 'number') return value;
  if (value instanceof LongNumber) return Number(value.source);
  if (typeof value === 'string' && /^(?:NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(value))
    return Number(value);
  throw createProblem(joinPath(path, name), 'must be a number, "NaN", "Infinity" or "-Infinity"', value);
}

/** Returns a field of type `int64`. @throws OtlpError */
export function readInt64(message: JsonMessage, name: string, path: string): bigint {
  return readInteger(getField(message, name) ?? 0, joinPath(path, name), INT64_RANGE);
}

/** Returns a field of type `fixed64`. @throws OtlpError */
export function readFixed64(message: JsonMessage, name: string, path: string): bigint {
  return readInteger(getField(message, name) ?? 0, joinPath(path, name), FIXED64_RANGE);
}

/** Returns the number of an enum field, which is set to a number or to one of the names. @throws OtlpError */
export function readEnum(message: JsonMessage, name: string, names: readonly string[], path: string): number {
  const value = getField(message, name) ?? 0;
  const number = typeof value === 'string' ? names.indexOf(value) : -1;
  return number >= 0
    ? number
    : Number(readInteger(value, joinPath(path, name), INT32_RANGE, ` or one of ${names.join(', ')}`));
}

/** Checks a field of type `bytes`, which is in Base64 of either alphabet, with or without padding. @throws OtlpError */
export function checkBytes(message: JsonMessage, name: string, path: string): undefined {
  const value = getField(message, name) ?? '';
  if (typeof value !== 'string' || !BASE64_PATTERN.test(value))
    throw createProblem(joinPath(path, name), 'must be Base64', value);
}

/** Returns an id in lower case. The OpenTelemetry protocol encodes ids in hexadecimal, unlike other bytes. @throws OtlpError */
export function readId(message: JsonMessage, name: string, path: string): string {
  const value = getField(message, name) ?? '';
  if (typeof value !== 'string' || !/^[\da-f]*$/i.test(value))
    throw createProblem(joinPath(path, name), 'must be hexadecimal, not Base64', value);
  return value.toLowerCase();
}

/** Joins the path of a message in the body with the name of a field. */
export const joinPath = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`;

/** Creates an error that contains the path of the value, the rule and the value. */
export function createProblem(path: string, rule: string, value: unknown): OtlpError {
  return new OtlpError(`${rule} (got ${describeValue(value)})`, path);
}

function readInteger(value: unknown, path: string, [min, max]: IntegerRange, alternative = ''): bigint {
  const text = value instanceof LongNumber ? value.source : value;
  const integer = typeof text === 'number' || typeof text === 'string' ? parseDecimalInteger(String(text)) : undefined;
  if (integer !== undefined && integer >= min && integer <= max) return integer;
  throw createProblem(path, `must be an integer from ${min} to ${max}${alternative}`, value);
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value instanceof LongNumber) return value.source.slice(0, MAX_SHOWN_CHARS);
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN_CHARS) : value);
}
