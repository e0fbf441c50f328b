import type { Context } from 'hono';
import type { Environment } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';

/** A schema among the components of the description, for a body that Parsers parses: hono would do it in the service's own process. */
export function componentOf(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The text of a body that must be JSON, whether it is or not. @throws HttpError if its type is another */
export async function jsonTextOf(c: Context<Environment>): Promise<string> {
  const text = await c.req.text();
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (/^application\/([\w.-]+\+)?json$/i.test(type.trim()) || (type === '' && text === '')) return text;
  throw new HttpError('unsupported_media_type', 'The body must be JSON: Content-Type: application/json');
}
