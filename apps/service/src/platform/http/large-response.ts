import type { Context } from 'hono';
import type { Environment } from '../access/request-environment.ts';

/**
 * Creates a response that can be large. Its size counts toward the client's limit until it was sent, so that clients that do not read responses
 * cannot make the service buffer an unlimited number of them.
 * @throws HttpError if the running requests of the client exceed the limit of buffered bytes
 */
export function createLargeResponse(c: Context<Environment>, text: string, contentType = 'application/json'): Response {
  c.get('running')?.hold(Buffer.byteLength(text));
  return new Response(text, { headers: { 'content-type': contentType } });
}
