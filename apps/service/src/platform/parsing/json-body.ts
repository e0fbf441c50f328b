import type { z } from '@hono/zod-openapi';
import { createInvalidRequestError, getDetails } from '../errors/invalid-request.ts';
import { createMalformedJsonError } from '../errors/malformed-json.ts';

/**
 * Parses a JSON body and validates it with a schema.
 * @throws HttpError that lists every problem with its location, such as `body.title`
 */
export function parseJsonBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createMalformedJsonError(text);
  }
  const bodyResult = schema.safeParse(value);
  if (!bodyResult.success)
    throw createInvalidRequestError(getDetails('body', { value, schema, error: bodyResult.error }));
  return bodyResult.data;
}
