import type { MiddlewareHandler } from 'hono';
import { computeKeyHash } from '../access/authenticate.ts';
import type { Environment } from '../access/request-environment.ts';
import type { AuditAction } from '../store/audit.ts';
import type { Store } from '../store/store.ts';

const REJECTED_STATUSES = new Set([401, 403, 404]);

/**
 * Records rejected requests for audited resources in the audit log: the project does not exist or the caller has no access to it (both checks take
 * the same time), or the key has expired or was revoked. Does not record a request with an unknown key, because such a key has no owner.
 * @param actions audited actions by HTTP method
 * @param target name of the path parameter that identifies the resource
 */
export function auditRefusals(
  store: Store,
  actions: Readonly<Record<string, AuditAction>>,
  target: string,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    // The path parameters are read before `next()`. Afterwards, the request contains the parameters of the matched handler.
    const slug = c.req.param('slug') ?? '';
    const id = c.req.param(target) ?? '';
    await next();
    const action = actions[c.req.method];
    if (!action || c.get('audited') || !REJECTED_STATUSES.has(c.res.status)) return;
    const hash = computeKeyHash(c);
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
