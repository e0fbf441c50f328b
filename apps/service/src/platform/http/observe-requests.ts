import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Environment } from '../access/request-environment.ts';
import type { RequestObserver } from '../observe/request-observer.ts';

/** Creates middleware that reports every request and its outcome to an observer. */
export function observeRequests(observer: RequestObserver): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const start = performance.now();
    const end = observer();
    await next();
    end({
      requestId: c.get('requestId'),
      method: c.req.method,
      route: getRoute(c),
      status: c.res.status,
      seconds: (performance.now() - start) / 1000,
      // `principal` is undefined if the request was not authenticated.
      keyId: (c.get('principal') as { keyId: string } | undefined)?.keyId,
    });
  };
}

/** Returns the route template; `-` if no route matched. A template contains no text from the request. */
export function getRoute(c: Context): string {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '-';
}
