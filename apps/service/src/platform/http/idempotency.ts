import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import type { Database } from '../database/store.ts';
import { HttpError } from '../errors/errors.ts';

/** Functions that create a resource and its response. */
export interface CreatedResource<Ports, Stored extends object> {
  /**
   * Creates the resource.
   * @returns the generated ids and times. Only these are stored with the Idempotency-Key, so that the record does not keep deleted content. The rest
   * of the response is created from the repeated request.
   */
  create(operations: Ports): Promise<Stored>;
  /** Runs after the resource was stored durably and before the response is sent. Does not run for a repeated request. */
  afterCreate?(stored: Stored): Promise<void>;
  /** Returns whether the resource already existed, so that no resource was created. By default, every resource is new. */
  isKnown?(stored: Stored): boolean;
  /** Returns the URL for the Location header. Absent for batches. */
  location?(stored: Stored): string;
  /** Returns the response body, as an object or as JSON text. */
  body(stored: Stored): object | string | Promise<object | string>;
}

/**
 * Responds to a POST with 201 and executes the request only once per Idempotency-Key (IETF draft-ietf-httpapi-idempotency-key-header-07). A repeated
 * request with the same query and body gets the same response again. A request with a different query or body gets 422. An Idempotency-Key is scoped
 * to one API key, method and path, and can be reused after `IDEMPOTENCY_RECORD_TTL_MS`.
 */
export async function respondOnce<Ports, Stored extends object>(
  c: Context<Environment>,
  store: Pick<Database<Ports>, 'transaction' | 'runIdempotent'>,
  { create, afterCreate, isKnown, location, body }: CreatedResource<Ports, Stored>,
): Promise<Response> {
  const respond = async (stored: Stored, replayed: boolean): Promise<Response> => {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (location) headers.set('location', location(stored));
    if (replayed || isKnown?.(stored)) headers.set('idempotent-replayed', 'true');
    const content = await body(stored);
    return new Response(typeof content === 'string' ? content : JSON.stringify(content), { status: 201, headers });
  };
  const idempotencyKey = c.req.header('idempotency-key');
  if (idempotencyKey === undefined) {
    const stored = await store.transaction(create);
    await afterCreate?.(stored);
    return respond(stored, false);
  }
  if (idempotencyKey.length < 1 || idempotencyKey.length > 255) {
    throw new HttpError(
      'invalid_request',
      `The header Idempotency-Key must have 1 to 255 characters (got ${idempotencyKey.length})`,
    );
  }
  const scope = { keyId: c.get('principal').keyId, method: c.req.method, path: c.req.path, idempotencyKey };
  const payload = computePayloadHash(c.req.url, await c.req.text());
  const { record, replayed } = await store.runIdempotent(scope, payload, async (operations) => {
    const storedResponse = await create(operations);
    return { status: 201, location: location?.(storedResponse) ?? null, stored: JSON.stringify(storedResponse) };
  });
  if (record.payload !== payload) {
    throw new HttpError(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with a different body or query',
    );
  }
  const stored: Stored = JSON.parse(record.stored);
  if (!replayed) await afterCreate?.(stored);
  return respond(stored, replayed);
}

/**
 * Returns a hash of the body and the query. The order of query parameters does not affect it. The scope of the record already contains the other
 * parts of the request.
 */
function computePayloadHash(url: string, body: string): string {
  const hash = createHash('sha256').update(body);
  const query = new URL(url).searchParams;
  query.sort();
  // JSON and NDJSON bodies contain no NUL character, so NUL separates the body from the query unambiguously.
  if (query.size > 0) hash.update(`\0${query}`);
  return hash.digest('hex');
}
