import type { MiddlewareHandler } from 'hono';
import type { Project } from '../access/accounts.ts';
import type { Environment } from '../access/request-environment.ts';
import type { Quotas } from '../quotas/quotas.ts';

/** Methods of requests that can store data. */
const STORING_METHODS = new Set(['POST', 'PUT', 'PATCH']);

/** Rejects writes that would exceed a quota, before they are executed. Runs after the check of the project. */
export function admitWrites(quotas: Quotas): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (!quotas.isLimiting || !STORING_METHODS.has(c.req.method)) return next();
    // The project is set if the client has access to it and the operation exists. Otherwise, the route responds with an error.
    const project = c.get('project') as Project | undefined;
    if (!project) return next();
    const { keyId } = c.get('principal');
    const { byteLength } = await c.req.arrayBuffer();
    await quotas.admit({ keyId, project, bytes: byteLength }, async () => {
      await next();
      return c.res.ok && !c.res.headers.has('idempotent-replayed');
    });
  };
}
