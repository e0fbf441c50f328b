import { isObject, type Json, type JsonObject, property } from './json.ts';

/** References that refer to references: more in a row are a circle. */
const MOST_IN_A_ROW = 16;

/** What stands at a reference within the document (RFC 6901); undefined where nothing does, or where it leads to another document. */
export function follow(document: JsonObject, reference: string): Json | undefined {
  if (reference === '#') return document;
  if (!reference.startsWith('#/')) return undefined;
  let at: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(name)];
    else if (isObject(at)) at = property(at, name);
    else return undefined;
  }
  return at;
}

/** What a value says, which may only refer to what does. A reference that leads nowhere stays as it is. */
export function dereferenced(document: JsonObject, value: Json): Json {
  let at = value;
  for (let step = 0; step < MOST_IN_A_ROW; step += 1) {
    const reference = referenceOf(at);
    const target = reference === undefined ? undefined : follow(document, reference);
    if (target === undefined) return at;
    at = target;
  }
  return value;
}

/** The reference that an object is, if it is one: a property of a schema may be called "$ref" as well. */
export function referenceOf(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  const reference = property(value, '$ref');
  return typeof reference === 'string' ? reference : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
