import type { MiddlewareHandler } from 'hono';
import type { AccessPorts } from '../access/accounts.ts';
import { requireAccountAccess, requireProjectAccess } from '../access/authenticate.ts';
import type { Environment } from '../access/request-environment.ts';
import type { Store } from '../database/store.ts';
import type { DeclaredOperations } from './declared-operations.ts';

/**
 * Rejects a request that its key does not allow before anything else of the request is checked: a client should not have to repair a body that the
 * service would then refuse. Paths and methods that do not exist are reported by the app, in the same way for every project.
 */
export function checkProjectAccess(
  store: Store<AccessPorts>,
  operations: DeclaredOperations,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const operation = operations.find(c);
    if (operation) c.set('project', await requireProjectAccess(c, store, c.req.param('slug') ?? '', operation));
    return next();
  };
}

/** Rejects a request outside of projects that its key does not allow, before anything else of the request is checked. */
export function checkAccountAccess(operations: DeclaredOperations): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const operation = operations.find(c);
    if (operation && !operation.path.includes('{slug}')) requireAccountAccess(c, operation);
    return next();
  };
}
