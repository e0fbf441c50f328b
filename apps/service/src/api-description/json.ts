/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The property, if the object has one of its own with this name: a description may call something `constructor`. */
export function property(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = property(object, name);
  return isObject(value) ? value : {};
}

export function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = property(object, name);
  return Array.isArray(value) ? value : [];
}

export function textAt(object: JsonObject, name: string): string | undefined {
  const value = property(object, name);
  return typeof value === 'string' ? value : undefined;
}
