import type { MiddlewareHandler } from 'hono';
import type { AuthenticationOptions } from './authenticate.ts';
import { getClientAddress } from './client-address.ts';
import type { Environment } from './request-environment.ts';
import { runRequest } from './run-request.ts';

/** Applies the rate limit and the concurrency limit to requests without a key. */
export function admitAnonymous({
  limits,
  concurrency,
  trustProxy,
}: Pick<AuthenticationOptions, 'limits' | 'concurrency' | 'trustProxy'>): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const address = getClientAddress(c, trustProxy);
    c.set('address', address);
    const headers = limits.anonymous(address);
    await runRequest(c, concurrency.anonymous.start(address), next);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}
