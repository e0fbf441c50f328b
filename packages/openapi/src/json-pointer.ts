import { getProperty, isObject, type Json, type JsonObject } from './json-value.ts';

/** Returns the `$ref` of a value if the `$ref` is a string. A schema may also define a property called "$ref". */
export function getReference(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const reference = getProperty(value, '$ref');
  return typeof reference === 'string' && reference.trim() !== '' ? reference.trim() : undefined;
}

/**
 * Resolves a reference within the document, which is a JSON pointer in a URL fragment (RFC 6901, section 6). Returns undefined if the document contains no
 * value at the pointer, or if the reference is to another document.
 */
export function resolvePointer(document: JsonObject, reference: string): Json | undefined;
export function resolvePointer(document: unknown, reference: string): unknown;
export function resolvePointer(document: unknown, reference: string): unknown {
  if (reference === '#') return document;
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = document;
  for (const key of parsePointer(reference)) {
    value = Array.isArray(value) ? value[/^\d{1,9}$/.test(key) ? Number(key) : -1] : getProperty(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Returns the unescaped keys of a pointer that starts with `#/`. */
export function parsePointer(reference: string): string[] {
  return reference
    .slice(2)
    .split('/')
    .map((key) => decodePercent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Decodes percent-encoded characters. Returns text with an invalid encoding unchanged. */
export function decodePercent(key: string): string {
  if (!key.includes('%')) return key;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
