import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Store } from '../store/store.ts';

/** Methods of requests that can store data. */
const STORING_METHODS = new Set(['POST', 'PUT', 'PATCH']);

/** Rejects writes that would exceed a quota, before they are executed. The path must contain the slug of the project. */
export function admitWrites(store: Store, quotas: Quotas): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (!quotas.isLimiting || !STORING_METHODS.has(c.req.method)) return next();
    const { keyId, userId } = c.get('caller');
    const project = await store.accounts.reachableProject(userId, c.req.param('slug') ?? '');
    // Without access, the route responds with the error.
    if (!project) return next();
    const { byteLength } = await c.req.arrayBuffer();
    await quotas.admit({ keyId, project, bytes: byteLength }, async () => {
      await next();
      return c.res.ok && !c.res.headers.has('idempotent-replayed');
    });
  };
}
