import { z } from 'zod';
import type { Transport } from '../client/transport.ts';
import { API_PREFIX } from '../contract/limits.ts';
import { declarationsOf, fetchDescription } from './capabilities.ts';

const account = z.looseObject({ key: z.looseObject({ access: z.enum(['full', 'read-only']) }) });

/**
 * What the key may do, where the service's description declares `GET /account` and its answer says so; else undefined.
 * @throws ApiError
 */
export async function fetchAccess(send: Transport, signal?: AbortSignal): Promise<'full' | 'read-only' | undefined> {
  const options = signal ? { signal } : {};
  const description = await fetchDescription(send, signal);
  if (!declarationsOf(description.body)(/^\/api\/v1\/account$/, 'get')) return undefined;
  const answer = await send({ method: 'get', path: [...API_PREFIX.split('/'), 'account'], ...options });
  const parsed = account.safeParse(answer.body);
  return parsed.success ? parsed.data.key.access : undefined;
}
