import { truncate } from '@context-sync/base';
import { createRedaction, REDACTED } from '@context-sync/redaction';

const MAX_VALUE_CHARS = 60;
/** Maximum number of characters of a text that are searched for secrets. */
const MAX_SEARCHED_CHARS = 2_000;
/** Names of fields that contain whole texts, bodies, or URLs that may contain credentials. Messages do not contain the values of these fields. */
const PRIVATE_NAMES = new Set(
  ['content', 'body', 'request', 'response', 'headers', 'url', 'urlContains', 'example'].map((name) =>
    name.toLowerCase(),
  ),
);
const redaction = createRedaction();

/**
 * Describes a received value for an error message. Returns a short value itself, and the type and length of any other value. Never contains credentials.
 * @param name name of the field
 */
export function describeValue(value: unknown, name: string): string {
  if (typeof value === 'string') return describeText(value, name);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

function describeText(text: string, name: string): string {
  const length = countCharacters(text);
  if (text !== '' && (PRIVATE_NAMES.has(name.toLowerCase()) || hasSecret(text, name)))
    return `a string of ${length} character${length === 1 ? '' : 's'}`;
  return quoteText(text);
}

/** Quotes a text for an error message, truncated and without control characters. */
export function quoteText(text: string): string {
  return JSON.stringify(truncate(text, MAX_VALUE_CHARS).toWellFormed());
}

/** Counts code points, in which the API measures lengths. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _codePoint of text) count += 1;
  return count;
}

function hasSecret(text: string, name: string): boolean {
  // A URL with a user name may have a password that is too short for the redaction to detect.
  if (/:\/\/.*@/s.test(text)) return true;
  const json = JSON.stringify({ [name]: text.slice(0, MAX_SEARCHED_CHARS) });
  return redaction.json(json, 0)?.includes(REDACTED) === true;
}
