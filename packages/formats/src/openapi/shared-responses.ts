import { truncate } from '@context-sync/base';
import { getProperty, getReference, isObject, listResponses } from '@context-sync/openapi';
import { cleanProse } from './inline-markdown.ts';
import { formatJson } from './json-text.ts';
import { getTextAt } from './json-value.ts';
import type { Description, SharedResponse } from './schema-scope.ts';

/** Heading of the section with the error responses of several operations. */
export const SHARED_RESPONSES = 'Error responses';

/** Maximum length of a response that is compared, in UTF-16 code units. */
const MAX_COMPARED_LENGTH = 20_000;
const MAX_WORDS_LENGTH = 200;
/** Maximum number of responses of one operation that are compared. */
const STATUS_LIMIT = 40;

/** Finds the error responses that are equal in at least two operations, by key. */
export function findSharedResponses(
  description: Description,
  operations: Iterable<unknown>,
): Map<string, SharedResponse> {
  const seenNames = new Set<string>();
  const sharedResponses = new Map<string, SharedResponse>();
  for (const operation of operations) {
    for (const [status, value] of listResponses(description, operation).slice(0, STATUS_LIMIT)) {
      const key = computeResponseKey(description, status, value);
      if (key === undefined || sharedResponses.has(key)) continue;
      if (seenNames.has(key)) sharedResponses.set(key, { status, value, words: splitWords(description, value) });
      else seenNames.add(key);
    }
  }
  return sharedResponses;
}

/** Returns a key that identifies an error response by all of its content. Undefined for other responses. */
export function computeResponseKey(description: Description, status: string, value: unknown): string | undefined {
  if (!/^(?:[45][\dX]{2}|default)$/i.test(status)) return undefined;
  const { object } = description.references.dereference(value);
  if (!isObject(object) || !hasContent(description, object)) return undefined;
  const reference = getReference(value);
  // Most responses are references, so that their contents need not be compared.
  if (reference !== undefined && getTextAt(value, 'description') === '') return `${status}\n${reference}`;
  const text = description.contentTexts.get(object) ?? formatContent(object);
  description.contentTexts.set(object, text);
  return text === '' ? undefined : `${status}\n${text}`;
}

/** Returns the content of a part of the document as text, to compare it with others; empty if it is too long. */
export function formatContent(part: unknown): string {
  const { text, whole } = formatJson(part, MAX_COMPARED_LENGTH);
  return whole ? text : '';
}

function hasContent({ entries }: Description, response: unknown): boolean {
  return ['headers', 'content'].some((key) => entries(response, key).length > 0);
}

/** Returns the description, or else the name of the body's schema. */
function splitWords(description: Description, value: unknown): string {
  const { object } = description.references.dereference(value);
  const media = description.entries(object, 'content')[0]?.[1];
  const name = description.schemas.view(getProperty(media, 'schema')).name ?? 'error';
  const words = cleanProse(getTextAt(object, 'description')) || name;
  return truncate(words.replace(/[.,;:]+$/, ''), MAX_WORDS_LENGTH);
}
