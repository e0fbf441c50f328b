import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { CaptureClient, type CaptureHandle, getHandle } from './client/capture-client.ts';
import { extendLifetime, isLifetimeContext, type LifetimeContext } from './fetch/extend-lifetime.ts';
import { observeWeb } from './fetch/observe-web.ts';
import { observeNode } from './node/observe-node.ts';
import type { CaptureOptions } from './options.ts';

/**
 * Returns a middleware for Hono, which must be used before other middleware. `contextSync<Context<Env>>({ … })` defines the variables of the context that the
 * option `user` gets. On Node, the middleware observes the request and response at the level of Node, so that bodies are not copied; in other runtimes, it
 * wraps `Request` and `Response`.
 */
export function contextSync<AppContext extends Context>(
  options: CaptureOptions<AppContext>,
): MiddlewareHandler & CaptureHandle {
  const client = new CaptureClient(options);
  const handleRequest: MiddlewareHandler = async (context, next) => {
    const node = getNodeBindings(context.env);
    const getRoute = () => getHonoRoute(context);
    const getUser = () => client.callbacks.getUser(() => options.user?.(context as AppContext));
    if (node !== undefined) {
      observeNode(client, node.incoming, node.outgoing, { route: getRoute, user: getUser });
      return next();
    }
    const onRecorded = extendLifetime(client, getLifetimeContext(context));
    const lookup = { route: getRoute, user: getUser, onRecorded };
    const response = await observeWeb(client, context.req.raw, lookup, async () => {
      await next();
      return context.res;
    });
    if (response === context.res) return;
    // The old response is removed first, because assigning to an existing response merges the headers of both.
    context.res = undefined;
    context.res = response;
  };
  return Object.assign(handleRequest, getHandle(client));
}

/**
 * Returns the template of the route that handled the request: the last matching route that was called, or the next one if a middleware responded. Middlewares
 * and mounted applications with a wildcard have no template. Their handlers accept every method and have the parameter `next`.
 */
function getHonoRoute({ req }: Context): string | undefined {
  const routes = req.matchedRoutes;
  const hasTemplate = ({ path, method, handler }: (typeof routes)[number]) =>
    !(path.endsWith('*') && method === 'ALL' && getOwnHandler(handler).length > 1);
  const calledCount = req.routeIndex + 1;
  const route = routes.slice(0, calledCount).findLast(hasTemplate) ?? routes.slice(calledCount).find(hasTemplate);
  return route?.path;
}

/** Returns the handler of the application. Hono wraps the handlers of an application that is added to another one and has an error handler. */
function getOwnHandler(handler: object & { readonly length: number }): { readonly length: number } {
  const inner: unknown = Reflect.get(handler, '__COMPOSED_HANDLER');
  return typeof inner === 'function' ? getOwnHandler(inner) : handler;
}

/** Returns the properties that `@hono/node-server` adds to the environment; undefined in other runtimes. */
function getNodeBindings(env: unknown): { incoming: IncomingMessage; outgoing: ServerResponse } | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env) || !('outgoing' in env)) return undefined;
  const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
  return typeof outgoing?.writeHead === 'function' ? { incoming, outgoing } : undefined;
}

/** Returns the context that keeps the runtime alive; undefined in runtimes without one, in which Hono's property throws. */
function getLifetimeContext(context: Context): LifetimeContext | undefined {
  try {
    const { executionCtx } = context;
    return isLifetimeContext(executionCtx) ? executionCtx : undefined;
  } catch {
    return undefined;
  }
}
