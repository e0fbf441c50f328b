import { type Entry, getReference, isObject, listResponses } from '@context-sync/openapi';
import type { Description } from './schema-scope.ts';
import { formatContent } from './shared-responses.ts';

/** Heading of the section with the response headers of several operations. */
export const SHARED_HEADERS = 'Response headers';

/** Maximum number of responses of one operation, and of headers of one response, that are compared. */
const RESPONSE_LIMIT = 40;
const HEADER_LIMIT = 40;

/** Finds the headers of responses that are equal in at least two operations, by key. */
export function findSharedHeaders(description: Description, operations: Iterable<unknown>): Map<string, Entry> {
  const seenKeys = new Set<string>();
  const sharedHeaders = new Map<string, Entry>();
  for (const operation of operations) {
    const operationHeaders = new Map<string, Entry>();
    for (const [, response] of listResponses(description, operation).slice(0, RESPONSE_LIMIT)) {
      const { object } = description.references.dereference(response);
      for (const header of description.entries(object, 'headers').slice(0, HEADER_LIMIT)) {
        const key = computeHeaderKey(description, header);
        if (key !== undefined) operationHeaders.set(key, header);
      }
    }
    for (const [key, header] of operationHeaders) {
      if (seenKeys.has(key)) sharedHeaders.set(key, header);
      else seenKeys.add(key);
    }
  }
  return sharedHeaders;
}

/** Returns a key that identifies a header by its name and all of its content. Undefined if it is in another file, or is too long to compare. */
export function computeHeaderKey(description: Description, [name, value]: Entry): string | undefined {
  const { object } = description.references.dereference(value);
  if (!isObject(object)) return undefined;
  const reference = getReference(value);
  if (reference !== undefined && Object.keys(Object(value)).length === 1) return `${name}\n${reference}`;
  const text = description.contentTexts.get(object) ?? formatContent(object);
  description.contentTexts.set(object, text);
  return text === '' ? undefined : `${name}\n${text}`;
}
