import type { IncomingMessage, ServerResponse } from 'node:http';
import { CaptureClient, type CaptureHandle, handleOf } from './client/capture-client.ts';
import { observeNode } from './node/observe-node.ts';
import type { CaptureOptions } from './options.ts';

/** A request and its response, with what the application has added to them. */
export interface ExpressCaptureContext<Request, Response> {
  readonly req: Request;
  readonly res: Response;
}

type ExpressMiddleware<Request, Response> = (req: Request, res: Response, next: (error?: unknown) => void) => void;

/**
 * Returns a middleware for Express 4 and 5. Use it before other middleware.
 * `contextSync<express.Request, express.Response>({ … })` types the context of `user`.
 */
export function contextSync<Request extends IncomingMessage, Response extends ServerResponse>(
  options: CaptureOptions<ExpressCaptureContext<Request, Response>>,
): ExpressMiddleware<Request, Response> & CaptureHandle {
  const client = new CaptureClient(options);
  const middleware: ExpressMiddleware<Request, Response> = (req, res, next) => {
    observeNode(client, req, res, {
      route: () => expressRoute(req),
      user: () => options.user?.({ req, res }),
    });
    next();
  };
  return Object.assign(middleware, handleOf(client));
}

/** The template of the matched route, with those of the routers in which it is mounted. */
function expressRoute(req: IncomingMessage & { route?: { path?: unknown }; baseUrl?: unknown }): string | undefined {
  const path = req.route?.path;
  if (typeof path !== 'string') return undefined;
  const route = `${typeof req.baseUrl === 'string' ? req.baseUrl : ''}${path === '/' ? '' : path}`;
  return route === '' ? '/' : route;
}
