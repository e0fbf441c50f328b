import { z } from '@hono/zod-openapi';

/** A property that requests may contain although only the service sets it. */
const readOnlyProperty = z.unknown().optional().openapi({
  readOnly: true,
  description: 'Read-only: ignored, so that a request can contain the response of `GET`',
});

/**
 * Returns schemas of properties that only responses have. A client can then read a resource, change it, and send all of it back. The operation
 * removes the values with `removeProperties`.
 */
export function createReadOnlyProperties<Name extends string>(
  names: readonly Name[],
): Record<Name, typeof readOnlyProperty> {
  return Object.fromEntries(names.map((name) => [name, readOnlyProperty])) as Record<Name, typeof readOnlyProperty>;
}

/** Returns an object without the properties that requests may contain but that the service does not store. */
export function removeProperties<T extends object, Name extends string>(
  value: T,
  names: readonly Name[],
): Omit<T, Name> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.some((each) => each === name))) as Omit<
    T,
    Name
  >;
}
