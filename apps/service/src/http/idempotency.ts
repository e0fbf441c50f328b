import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Environment } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';
import type { Operations, Store } from '../store/store.ts';

/** What a POST creates, and its answer. */
export interface Creation<Kept extends object> {
  /**
   * @returns what the answer has beside what the request says: ids and times. Nothing else of an answer is kept, so that what is deleted does
   * not live on in it; a repeated request brings the rest along.
   */
  create(operations: Operations): Promise<Kept>;
  /** Whether it existed already, so that nothing was created. Default false. */
  isKnown?(kept: Kept): boolean;
  /** Where that is which was created, unless it is many. */
  location?(kept: Kept): string;
  /** The body of the answer, or its JSON text. */
  body(kept: Kept): object | string;
}

/**
 * Answers a POST with 201, executing it once for each Idempotency-Key (IETF draft-ietf-httpapi-idempotency-key-header-07): the same key with the
 * same query and body gets the first answer again, with another query or body 422. A key belongs to one API key, method and path. What is kept
 * of an answer is deleted after `KEEP_ANSWERS_MS`; then the key is free.
 */
export async function answerOnce<Kept extends object>(
  c: Context<Environment>,
  store: Store,
  { create, isKnown, location, body }: Creation<Kept>,
): Promise<Response> {
  const respond = (kept: Kept, replayed: boolean): Response => {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (location) headers.set('location', location(kept));
    if (replayed || isKnown?.(kept)) headers.set('idempotent-replayed', 'true');
    const content = body(kept);
    return new Response(typeof content === 'string' ? content : JSON.stringify(content), { status: 201, headers });
  };
  const idempotencyKey = c.req.header('idempotency-key');
  if (idempotencyKey === undefined) return respond(await create(store), false);
  if (idempotencyKey.length < 1 || idempotencyKey.length > 255) {
    throw new HttpError('invalid_request', 'Idempotency-Key must have 1 to 255 characters');
  }
  const scope = { keyId: c.get('caller').keyId, method: c.req.method, path: c.req.path, idempotencyKey };
  const payload = payloadHash(c.req.url, await c.req.text());
  const { answer, replayed } = await store.once(scope, payload, async (operations) => {
    const kept = await create(operations);
    return { status: 201, location: location?.(kept) ?? null, kept: JSON.stringify(kept) };
  });
  if (answer.payload !== payload) {
    throw new HttpError('idempotency_key_reused', 'This Idempotency-Key was used with another body or query');
  }
  return respond(JSON.parse(answer.kept), replayed);
}

/** Hash of what a request says beside its scope: the body and, in any order, the query. */
function payloadHash(url: string, body: string): string {
  const hash = createHash('sha256').update(body);
  const query = new URL(url).searchParams;
  query.sort();
  // No body has a NUL, neither in JSON nor in lines of JSON, so query and body cannot run into each other.
  if (query.size > 0) hash.update(`\0${query}`);
  return hash.digest('hex');
}
