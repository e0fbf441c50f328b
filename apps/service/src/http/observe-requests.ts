import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Environment } from '../access/environment.ts';
import type { Observer } from '../observe/request-observer.ts';

/** Tells an observer of every request and what came of it. */
export function observe(observer: Observer): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const start = performance.now();
    const end = observer();
    await next();
    end({
      requestId: c.get('requestId'),
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      seconds: (performance.now() - start) / 1000,
      // Not there where the key was not a good one.
      keyId: (c.get('caller') as { keyId: string } | undefined)?.keyId,
    });
  };
}

/** The template of the request's path, which holds nothing that a caller has sent; `-` if there is none. */
export function routeOf(c: Context): string {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '-';
}
