import type { IncomingMessage, ServerResponse } from 'node:http';
import { CaptureClient, type CaptureHandle, getHandle } from './client/capture-client.ts';
import { observeNode } from './node/observe-node.ts';
import type { CaptureOptions } from './options.ts';

/** A request and its reply, with the decorators of the application. */
export interface FastifyCaptureContext<Request, Reply> {
  readonly request: Request;
  readonly reply: Reply;
}

interface FastifyRequestLike {
  readonly raw: IncomingMessage;
  readonly routeOptions?: { readonly url?: string | undefined };
}
interface FastifyReplyLike {
  readonly raw: ServerResponse;
}
interface FastifyLike<Request, Reply> {
  addHook(name: 'onRequest', hook: (request: Request, reply: Reply, done: () => void) => void): unknown;
}
type FastifyPlugin<Request, Reply> = (
  instance: FastifyLike<Request, Reply>,
  options: unknown,
  done: () => void,
) => void;

/**
 * Returns a plugin for Fastify 4 and 5, which must be registered before other plugins. `contextSync<FastifyRequest, FastifyReply>({ … })` defines the types
 * of the arguments that the option `user` gets.
 */
export function contextSync<Request extends FastifyRequestLike, Reply extends FastifyReplyLike>(
  options: CaptureOptions<FastifyCaptureContext<Request, Reply>>,
): FastifyPlugin<Request, Reply> & CaptureHandle {
  const client = new CaptureClient(options);
  const registerPlugin: FastifyPlugin<Request, Reply> = (instance, _options, done) => {
    instance.addHook('onRequest', (request, reply, next) => {
      observeNode(client, request.raw, reply.raw, {
        route: () => request.routeOptions?.url,
        user: () => client.callbacks.getUser(() => options.user?.({ request, reply })),
      });
      next();
    });
    done();
  };
  // With this symbol, the hooks apply to the whole application and not only to an encapsulated context.
  return Object.assign(registerPlugin, getHandle(client), { [Symbol.for('skip-override')]: true });
}
