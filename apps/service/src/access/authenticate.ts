import type { Context, MiddlewareHandler } from 'hono';
import { HttpError, notFound } from '../errors/errors.ts';
import type { RateLimits } from '../rate-limit/rate-limits.ts';
import type { Project } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import { addressOf } from './address.ts';
import type { Environment } from './environment.ts';
import { hashKey } from './keys.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export interface Limited {
  readonly limits: RateLimits;
  /** Whether X-Forwarded-For says where a request comes from. */
  readonly trustProxy: boolean;
}

/**
 * Lets requests with a known key through, as many as its limit has; the scheme's name is case-insensitive (RFC 9110, section 11.1). The
 * limit of those without is asked after the key was looked up: nobody with a good key is held up by others at the same address.
 */
export function authenticate(store: Store, { limits, trustProxy }: Limited): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const hash = keyHashOf(c);
    const caller = hash === undefined ? undefined : await store.accounts.caller(hash);
    if (!caller) {
      const headers = limits.anonymous(addressOf(c, trustProxy));
      throw new HttpError('unauthorized', 'The API key is missing or invalid', { headers });
    }
    c.set('caller', caller);
    const headers = limits.key(caller.keyId);
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

/** What is stored of the key that came with the request, if one did. */
export function keyHashOf(c: Context): string | undefined {
  const key = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return key === undefined ? undefined : hashKey(key);
}

/** The project of the path, if the caller can reach it; and with a key that may do what is asked. @throws HttpError */
export async function reach(c: Context<Environment>, store: Store, slug: string): Promise<Project> {
  const { userId, access } = c.get('caller');
  const project = await store.accounts.reachableProject(userId, slug);
  if (!project) throw notFound();
  if (access === 'read-only' && WRITES.has(c.req.method)) {
    throw new HttpError('read_only_key', 'This API key is read-only and cannot be used to write');
  }
  return project;
}
