import type { IncomingMessage, ServerResponse } from 'node:http';
import { CaptureClient, type CaptureHandle, getHandle } from './client/capture-client.ts';
import { observeNode } from './node/observe-node.ts';
import type { CaptureOptions } from './options.ts';

/** A request and its response. */
export interface NodeCaptureContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export interface NodeCaptureOptions extends CaptureOptions<NodeCaptureContext> {
  /** Returns the template of the route, such as `/pets/{petId}`. Without this option, the service normalizes the path. */
  readonly route?: (context: NodeCaptureContext) => string | undefined;
}

/** Captures the requests of a `node:http` server. The returned function must be called at the start of the request listener. */
export function contextSync(
  options: NodeCaptureOptions,
): ((req: IncomingMessage, res: ServerResponse) => void) & CaptureHandle {
  const client = new CaptureClient(options);
  const observe = (req: IncomingMessage, res: ServerResponse) => {
    observeNode(client, req, res, {
      route: () => client.callbacks.getRoute(() => options.route?.({ req, res })),
      user: () => client.callbacks.getUser(() => options.user?.({ req, res })),
    });
  };
  return Object.assign(observe, getHandle(client));
}
