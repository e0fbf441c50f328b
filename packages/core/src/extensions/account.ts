import { z } from 'zod';
import type { Transport } from '../client/http-transport.ts';
import { API_PREFIX } from '../contract/limits.ts';
import { fetchOpenApiDocument, findDeclarations } from './capabilities.ts';

const account = z.looseObject({ key: z.looseObject({ access: z.enum(['full', 'read-only']) }) });

/**
 * Returns the access level of the key; undefined if the service does not declare `GET /account` or its response does not contain the access level.
 * @throws ApiError
 */
export async function fetchAccess(send: Transport, signal?: AbortSignal): Promise<'full' | 'read-only' | undefined> {
  const options = signal ? { signal } : {};
  const document = await fetchOpenApiDocument(send, signal);
  if (!findDeclarations(document.body)(/^\/api\/v1\/account$/, 'get')) return undefined;
  const response = await send({ method: 'get', path: [...API_PREFIX.split('/'), 'account'], ...options });
  const accountResult = account.safeParse(response.body);
  return accountResult.success ? accountResult.data.key.access : undefined;
}
