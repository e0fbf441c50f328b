import type { MiddlewareHandler } from 'hono';
import { keyHashOf } from '../access/authenticate.ts';
import type { Environment } from '../access/environment.ts';
import type { AuditAction } from '../store/audit.ts';
import type { Store } from '../store/store.ts';

const REFUSALS = new Set([401, 403, 404]);

/**
 * Writes down who was refused a look at something that is audited: the project cannot be reached, or is not there, which takes equally long
 * to answer; or the key has expired or was revoked. A key that is not known is nobody's, so there is nobody to write down.
 * @param target the path parameter that names what was asked for
 */
export function auditRefusals(store: Store, action: AuditAction, target: string): MiddlewareHandler<Environment> {
  return async (c, next) => {
    // Read before, because afterwards they are those of whatever handled the request.
    const slug = c.req.param('slug') ?? '';
    const id = c.req.param(target) ?? '';
    await next();
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!reads || c.get('audited') || !REFUSALS.has(c.res.status)) return;
    const hash = keyHashOf(c);
    const caller = c.get('caller') ?? (hash === undefined ? undefined : await store.accounts.lapsedCaller(hash));
    if (!caller) return;
    await store.audit.record({
      slug,
      action,
      target: id,
      caller,
      requestId: c.get('requestId'),
      outcome: 'refused',
    });
  };
}
