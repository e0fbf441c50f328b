import type { Context, MiddlewareHandler } from 'hono';
import type { AccessPorts } from '../access/accounts.ts';
import { computeKeyHash } from '../access/authenticate.ts';
import type { Environment } from '../access/request-environment.ts';
import type { AuditAction, AuditPorts } from '../audit/audit.ts';
import { type AuditContext, type AuditedChange, recordChange } from '../audit/record-change.ts';
import type { Store } from '../database/store.ts';
import type { DeclaredOperations } from './declared-operations.ts';

/** Marks a route whose requests are recorded in the audit log. */
export const createAuditMarker = (action: AuditAction) => ({ 'x-audit': action });

/** Marks a route that has a write method but is not recorded in the audit log, with the reason. */
export const createAuditException = (reason: string) => ({ 'x-not-audited': reason });

/** The reason why writes of captured requests are not recorded in the audit log. */
export const CAPTURED_TRAFFIC = createAuditException(
  'Captured traffic is data of the API, not an administrative change, and would hide the other entries of the audit log',
);

/**
 * Makes a change for a request and records it in the audit log.
 * @param operations operations of the transaction in which the change is made
 */
export async function auditChange<T>(
  c: Context<Environment>,
  operations: AuditPorts,
  change: AuditedChange<T>,
  run: () => Promise<T>,
): Promise<T> {
  const value = await recordChange(operations, createAuditContext(c), change, run);
  c.set('audited', true);
  return value;
}

/** Returns the principal of a request for the audit log. */
export function createAuditContext(c: Context<Environment>): AuditContext {
  const { userId, keyId } = c.get('principal');
  return { actor: { kind: 'member', userId, keyId }, requestId: c.get('requestId') };
}

const REFUSED_STATUSES = new Set([401, 403, 404]);

/**
 * Records denied requests of audited operations: the project does not exist or the client has no access to it (both checks take the same time), the
 * key does not allow the operation, or the key has expired or was revoked. Does not record a request with an unknown key, because an unknown key has no owner.
 */
export function auditRefusals(
  store: Store<AccessPorts & AuditPorts>,
  operations: DeclaredOperations,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const route = operations.find(c);
    await next();
    const action = route?.['x-audit'] as AuditAction | undefined;
    if (!route || !action || c.get('audited') || !REFUSED_STATUSES.has(c.res.status)) return;
    const hash = computeKeyHash(c);
    const principal =
      c.get('principal') ?? (hash === undefined ? undefined : await store.accounts.inactivePrincipal(hash));
    if (!principal) return;
    const { slug = '', ...ids } = readParameters(route.path, c.req.path);
    await store.audit.record({
      slug,
      action,
      target: Object.values(ids)[0] ?? '',
      actor: { kind: 'member', userId: principal.userId, keyId: principal.keyId },
      requestId: c.get('requestId'),
      outcome: 'refused',
    });
  };
}

/** Returns the parameters of a path by the names in its template. The request contains only the parameters of the handler that ran last. */
function readParameters(template: string, path: string): Record<string, string> {
  const values = path.split('/');
  const parameters = template.split('/').flatMap((name, index) => {
    const value = values[index];
    return name.startsWith('{') && value !== undefined ? [[name.slice(1, -1), decode(value)]] : [];
  });
  return Object.fromEntries(parameters);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
