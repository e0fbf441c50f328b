import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { StoredAnswer } from '../store/answers.ts';
import type { Operations, Store } from '../store/store.ts';
import type { Environment } from './environment.ts';
import { HttpError } from './errors.ts';

/** What a POST created: its body and where it is, unless it is many. */
export interface CreatedAnswer {
  readonly body: object;
  readonly location?: string;
}

/**
 * Answers a POST with 201, carrying it out once for each Idempotency-Key (IETF draft-ietf-httpapi-idempotency-key-header-07): the same key
 * with the same body gets the first answer again, with another body 422. Answers are kept for good.
 */
export async function answerOnce(
  c: Context<Environment>,
  store: Store,
  work: (operations: Operations) => Promise<CreatedAnswer>,
): Promise<Response> {
  const idempotencyKey = c.req.header('idempotency-key');
  if (idempotencyKey === undefined) return respond(toStored(await work(store)), false);
  if (idempotencyKey.length < 1 || idempotencyKey.length > 255) {
    throw new HttpError('invalid_request', 'Idempotency-Key must have 1 to 255 characters');
  }
  const scope = { keyId: c.get('caller').keyId, method: c.req.method, path: c.req.path, idempotencyKey };
  const payload = createHash('sha256')
    .update(await c.req.text())
    .digest('hex');
  const { answer, replayed } = await store.once(scope, payload, async (operations) => toStored(await work(operations)));
  if (answer.payload !== payload) {
    throw new HttpError('idempotency_key_reused', 'This Idempotency-Key was used with another request body');
  }
  return respond(answer, replayed);
}

function toStored({ body, location }: CreatedAnswer): Omit<StoredAnswer, 'payload'> {
  return { status: 201, location: location ?? null, body: JSON.stringify(body) };
}

function respond({ status, location, body }: Omit<StoredAnswer, 'payload'>, replayed: boolean): Response {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (location !== null) headers.set('location', location);
  if (replayed) headers.set('idempotent-replayed', 'true');
  return new Response(body, { status, headers });
}
