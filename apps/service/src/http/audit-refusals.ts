import type { MiddlewareHandler } from 'hono';
import { keyHashOf } from '../access/authenticate.ts';
import type { Environment } from '../access/request-environment.ts';
import type { AuditAction } from '../store/audit.ts';
import type { Store } from '../store/store.ts';

const REJECTED_STATUSES = new Set([401, 403, 404]);

/**
 * Records rejected requests to audited resources: no access to the project, no such project (both take the same time), or a key that has
 * expired or was revoked. An unknown key has no owner to record.
 * @param actions by method
 * @param target path parameter that identifies the resource
 */
export function auditRefusals(
  store: Store,
  actions: Readonly<Record<string, AuditAction>>,
  target: string,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    // The path parameters are read before `next()`, because afterwards they are those of the matched handler.
    const slug = c.req.param('slug') ?? '';
    const id = c.req.param(target) ?? '';
    await next();
    const action = actions[c.req.method];
    if (!action || c.get('audited') || !REJECTED_STATUSES.has(c.res.status)) return;
    const hash = keyHashOf(c);
    const caller = c.get('caller') ?? (hash === undefined ? undefined : await store.accounts.inactiveCaller(hash));
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
