/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object whose values have not been checked, such as one that was read from YAML. */
export type UnknownObject = Readonly<Record<string, unknown>>;

export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is UnknownObject;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property of the object. Ignores inherited properties, because a schema may be called `constructor` or `__proto__`. */
export function getProperty(object: JsonObject, name: string): Json | undefined;
export function getProperty(value: unknown, name: string): unknown;
export function getProperty(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the object at `name`, or an empty object. */
export function getObjectAt(object: JsonObject, name: string): JsonObject;
export function getObjectAt(value: unknown, name: string): UnknownObject;
export function getObjectAt(holder: unknown, name: string): UnknownObject {
  const value = getProperty(holder, name);
  return isObject(value) ? value : {};
}

/** Returns the list at `name`, or an empty list. */
export function listAt(object: JsonObject, name: string): readonly Json[];
export function listAt(value: unknown, name: string): readonly unknown[];
export function listAt(value: unknown, name: string): readonly unknown[] {
  const listValue = getProperty(value, name);
  return Array.isArray(listValue) ? listValue : [];
}

/** Returns the string at `name`; undefined if the value is not a string. */
export function getTextAt(object: unknown, name: string): string | undefined {
  const value = getProperty(object, name);
  return typeof value === 'string' ? value : undefined;
}
