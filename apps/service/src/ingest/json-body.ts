import type { z } from '@hono/zod-openapi';
import { createInvalidRequestError, detailsOf } from '../errors/invalid-request.ts';

/** Parses a JSON body with a schema. @throws HttpError with every problem as `json.NAME` */
export function parseJsonBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createInvalidRequestError([{ where: 'body', message: 'Malformed JSON in request body' }]);
  }
  const bodyResult = schema.safeParse(value);
  if (!bodyResult.success) throw createInvalidRequestError(detailsOf('json', bodyResult.error));
  return bodyResult.data;
}
