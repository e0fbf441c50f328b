import type { z } from 'zod';

/** The properties of a zod definition that lead to nested schemas. */
interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
}

/** Returns the names of the properties that a schema has at a path; an empty list if the schema has no object at the path. */
export function listPropertyNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { shape, innerType, element, in: input } = schema._zod.def as SchemaDefinition;
  const wrappedType = innerType ?? input;
  if (wrappedType) return listPropertyNames(wrappedType, path);
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(shape ?? {});
  const next = element ?? (Object.hasOwn(shape ?? {}, key) ? shape?.[String(key)] : undefined);
  return next ? listPropertyNames(next, rest) : [];
}
