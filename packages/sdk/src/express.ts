import type { IncomingMessage, ServerResponse } from 'node:http';
import { CaptureClient, type CaptureHandle, getHandle } from './client/capture-client.ts';
import { observeExpressRoute } from './node/express-route.ts';
import { observeNode } from './node/observe-node.ts';
import type { CaptureOptions } from './options.ts';

/** A request and its response, with the properties that the application has added to them. */
export interface ExpressCaptureContext<Request, Response> {
  readonly req: Request;
  readonly res: Response;
}

type ExpressMiddleware<Request, Response> = (req: Request, res: Response, next: (error?: unknown) => void) => void;

/**
 * Returns a middleware for Express 4 and 5, which must be used before other middleware. `contextSync<express.Request, express.Response>({ … })` defines the
 * types of the arguments that the option `user` gets.
 */
export function contextSync<Request extends IncomingMessage, Response extends ServerResponse>(
  options: CaptureOptions<ExpressCaptureContext<Request, Response>>,
): ExpressMiddleware<Request, Response> & CaptureHandle {
  const client = new CaptureClient(options);
  const handleRequest: ExpressMiddleware<Request, Response> = (req, res, next) => {
    observeNode(client, req, res, {
      route: attachRoute(client, req),
      user: () => client.callbacks.getUser(() => options.user?.({ req, res })),
    });
    next();
  };
  return Object.assign(handleRequest, getHandle(client));
}

function attachRoute(client: CaptureClient, req: IncomingMessage): () => string | undefined {
  try {
    return observeExpressRoute(req);
  } catch (error) {
    client.reportInternal(error);
    return () => undefined;
  }
}
