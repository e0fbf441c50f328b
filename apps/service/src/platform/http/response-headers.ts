import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';

/** The only resource without data of a project. */
const PUBLIC_PATH = '/openapi.json';

/**
 * Headers of every response that may contain data: caches must not store it, and browsers must not guess another type for it. Event streams must also
 * not be transformed, because a proxy that compresses them would delay their events.
 */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sets the headers for caches and browsers on every response, including errors. */
export function setResponseHeaders(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('x-content-type-options', PRIVATE_HEADERS['x-content-type-options']);
    if (c.req.path === PUBLIC_PATH) return;
    const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
    headers.set('cache-control', isStream ? 'no-store, no-transform' : PRIVATE_HEADERS['cache-control']);
  };
}
