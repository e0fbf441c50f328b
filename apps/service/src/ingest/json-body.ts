import type { z } from '@hono/zod-openapi';
import { detailsOf, invalidRequest } from '../errors/invalid.ts';

/** Parses a JSON body with a schema. @throws HttpError with every problem as `json.NAME` */
export function parseJsonBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest([{ where: 'body', message: 'Malformed JSON in request body' }]);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidRequest(detailsOf('json', parsed.error));
  return parsed.data;
}
