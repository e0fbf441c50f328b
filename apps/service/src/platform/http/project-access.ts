import type { MiddlewareHandler } from 'hono';
import type { AccessPorts } from '../access/accounts.ts';
import { requireAccountAccess, requireProjectAccess } from '../access/authenticate.ts';
import type { Environment } from '../access/request-environment.ts';
import type { Store } from '../database/store.ts';
import type { DeclaredOperations } from './declared-operations.ts';

/**
 * Rejects a request that its key does not allow, before the rest of the request is validated. Otherwise, a client might fix a body only to be denied
 * access. For paths and methods that do not exist, the app responds in the same way for every project.
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

/** Rejects a request that belongs to no project and that its key does not allow, before the rest of the request is validated. */
export function checkAccountAccess(operations: DeclaredOperations): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const operation = operations.find(c);
    if (operation && !operation.path.includes('{slug}')) requireAccountAccess(c, operation);
    return next();
  };
}
