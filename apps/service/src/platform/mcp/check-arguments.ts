import type { z } from 'zod';
import { getDetails } from '../errors/invalid-request.ts';

/** Maximum number of problems in one message. */
const MAX_PROBLEMS = 5;

/** The validated arguments of a call, or problems that the model can fix. */
export type CheckedArguments<Input extends z.ZodObject> =
  | { readonly args: z.output<Input> }
  | { readonly problem: string };

/**
 * Validates the arguments of a tool. Accepts numbers and booleans as strings, and null for optional arguments, because some clients always send them
 * in this way.
 */
export function checkArguments<Input extends z.ZodObject>(
  tool: string,
  schema: Input,
  givenArguments: unknown,
): CheckedArguments<Input> {
  const value = normalizeArguments(schema, givenArguments);
  const result = schema.safeParse(value);
  if (result.success) return { args: result.data };
  const problems = getDetails('', { value, schema, error: result.error }).map(
    ({ where, message }) => `${where.replace(/^\./, '')}: ${message}`,
  );
  const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more problems`] : [];
  return { problem: `Invalid arguments for ${tool}. ${[...problems.slice(0, MAX_PROBLEMS), ...more].join('; ')}` };
}

function normalizeArguments({ shape }: z.ZodObject, givenArguments: unknown): unknown {
  if (typeof givenArguments !== 'object' || givenArguments === null || Array.isArray(givenArguments))
    return givenArguments;
  const values = new Map(Object.entries(givenArguments));
  for (const [name, schema] of Object.entries<z.core.$ZodType>(shape)) {
    const value = values.get(name);
    if (!values.has(name) || isAccepted(schema, value)) continue;
    if (value === null && isAccepted(schema, undefined)) values.delete(name);
    const parsed = readLiteral(value);
    if (parsed !== undefined && isAccepted(schema, parsed)) values.set(name, parsed);
  }
  return Object.fromEntries(values);
}

function isAccepted(schema: z.core.$ZodType, value: unknown): boolean {
  return !('issues' in (schema['~standard'].validate(value) as object));
}

/** Returns the number or boolean in a text; undefined if the text contains neither, or is not its canonical form. */
function readLiteral(value: unknown): number | boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : undefined;
}
