import type { Context } from 'hono';
import type { Environment } from '../access/request-environment.ts';

/**
 * Creates a response that can be large. Its size counts until it was sent, so that clients who do not read cannot make the service hold any number of
 * them.
 * @throws HttpError if the running requests of the client hold too much
 */
export function createLargeResponse(c: Context<Environment>, text: string, contentType = 'application/json'): Response {
  c.get('running')?.hold(Buffer.byteLength(text));
  return new Response(text, { headers: { 'content-type': contentType } });
}
