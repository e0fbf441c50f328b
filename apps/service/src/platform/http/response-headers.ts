import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import { PRIVATE_HEADERS } from '../connections/private-headers.ts';

/** Matches the paths of public resources without project data. Other public resources, such as published docs, set their own `Cache-Control` header. */
const PUBLIC_PATH = '/openapi.json';

/** Sets the headers for caches and browsers on every response, including errors. */
export function setResponseHeaders(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('x-content-type-options', PRIVATE_HEADERS['x-content-type-options']);
    const isPublic = /\b(?:public|immutable)\b/.test(headers.get('cache-control') ?? '');
    if (c.req.path === PUBLIC_PATH || isPublic) return;
    const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
    headers.set('cache-control', isStream ? 'no-store, no-transform' : PRIVATE_HEADERS['cache-control']);
  };
}
