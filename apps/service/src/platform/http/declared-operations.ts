import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { App, Environment } from '../access/request-environment.ts';

/** The operations of the OpenAPI document, with which middleware can determine the operation of a request before a handler runs. */
export class DeclaredOperations {
  readonly #app: App;
  #routes: ReadonlyMap<string, RouteConfig> | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** Returns the operation of a request; undefined if no operation matches its path and method. */
  find(c: Context<Environment>): RouteConfig | undefined {
    const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
    // The operations are listed on the first request, because all routes are registered by then.
    this.#routes ??= listRoutes(this.#app);
    return route && this.#routes.get(`${route.method} ${route.path}`);
  }
}

function listRoutes({ openAPIRegistry }: App): Map<string, RouteConfig> {
  const routes = new Map<string, RouteConfig>();
  for (const definition of openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { route } = definition;
    routes.set(`${route.method.toUpperCase()} ${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, route);
  }
  return routes;
}
