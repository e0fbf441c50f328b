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
  /** Given every request that was refused with 401. */
  readonly failed?: ((failure: AuthenticationFailure) => void) | undefined;
}

/** A request without a good key. There is nothing of the key in it. */
export interface AuthenticationFailure {
  /** Of the caller; an IPv6 one by its network. */
  readonly address: string;
  /** Such as `no key`, and for a key that worked once `expired or revoked key key_…`. */
  readonly reason: string;
}

/**
 * Lets requests with a known key through, as many as its limit has; the scheme's name is case-insensitive (RFC 9110, section 11.1). The
 * limit of those without is asked after the key was looked up: nobody with a good key is held up by others at the same address.
 */
export function authenticate(store: Store, { limits, trustProxy, failed }: Limited): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const hash = keyHashOf(c);
    const caller = hash === undefined ? undefined : await store.accounts.caller(hash);
    if (!caller) {
      const address = addressOf(c, trustProxy);
      const headers = limits.anonymous(address);
      failed?.({ address, reason: await reasonOf(c, store, hash) });
      throw new HttpError('unauthorized', 'The API key is missing or invalid', { headers });
    }
    c.set('caller', caller);
    const headers = limits.key(caller.keyId);
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

async function reasonOf(c: Context, store: Store, hash: string | undefined): Promise<string> {
  if (hash === undefined) return c.req.header('authorization') === undefined ? 'no key' : 'not a bearer key';
  const lapsed = await store.accounts.lapsedCaller(hash);
  return lapsed ? `expired or revoked key ${lapsed.keyId}` : 'unknown key';
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
