import type { ApiOperation } from './find-operations.ts';
import type { DescribedRoutes } from './route-matcher.ts';
import { getBasePaths, listServers } from './servers.ts';

/**
 * Maximum number of operations to which requests are matched. A request to any other operation gets the route that was sent with it, or a route
 * derived from its URL.
 */
const MAX_ROUTES = 5_000;

/** Returns the routes of a document's operations, each with the base paths of the servers that apply to it. */
export function describeRoutes(document: unknown, operations: readonly ApiOperation[]): DescribedRoutes {
  const routes = operations.filter(({ kind }) => kind === 'path').slice(0, MAX_ROUTES);
  return {
    basePaths: getBasePaths(document, listServers(document)),
    operations: routes.map(({ method, path, operationId, pathItem, operation }) => {
      const ownServers = listServers(pathItem, operation);
      const basePaths = ownServers.length > 0 ? { basePaths: getBasePaths(document, ownServers) } : {};
      return { method, path, operationId, ...basePaths };
    }),
  };
}
