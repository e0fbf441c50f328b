import type { Context } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import { requireMediaType } from './media-types.ts';

/**
 * Returns a reference to a schema in the components of the OpenAPI document, for bodies that `Parsers` parses. If a route used the schema directly,
 * Hono would parse the body in the service's own process.
 */
export function createSchemaReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the text of a JSON body without parsing it. @throws HttpError if the body has no media type */
export async function readJsonBodyText(c: Context<Environment>): Promise<string> {
  const text = await c.req.text();
  if (text !== '') requireMediaType(c, ['application/json']);
  return text;
}
