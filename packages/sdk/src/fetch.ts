import { CaptureClient, type CaptureHandle, getHandle } from './client/capture-client.ts';
import { extendLifetime, isLifetimeContext } from './fetch/extend-lifetime.ts';
import { observeWeb } from './fetch/observe-web.ts';
import type { CaptureOptions } from './options.ts';

/** A request and its response; the response is undefined until it exists. */
export interface WebCaptureContext {
  readonly request: Request;
  readonly response: Response | undefined;
}

export interface WebCaptureOptions extends CaptureOptions<WebCaptureContext> {
  /** Returns the template of the route, such as `/pets/{petId}`. Without this option, the service normalizes the path. */
  readonly route?: (context: WebCaptureContext) => string | undefined;
}

type WebHandler<Rest extends readonly unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/**
 * Wraps a handler that converts a `Request` to a `Response`, as on edge runtimes, Deno and Bun. If one of the further arguments has a function
 * `waitUntil`, the promise of sending the log is passed to it, because these runtimes do not run timers after the response.
 */
export function contextSync<Rest extends readonly unknown[]>(
  handler: WebHandler<Rest>,
  options: WebCaptureOptions,
): ((request: Request, ...rest: Rest) => Promise<Response>) & CaptureHandle {
  const client = new CaptureClient(options);
  const observe = async (request: Request, ...rest: Rest): Promise<Response> => {
    const lookup = {
      onRecorded: extendLifetime(client, rest.find(isLifetimeContext)),
      route: () => client.callbacks.getRoute(() => options.route?.({ request, response: undefined })),
      user: (response: Response | undefined) => client.callbacks.getUser(() => options.user?.({ request, response })),
    };
    return observeWeb(client, request, lookup, () => handler(request, ...rest));
  };
  return Object.assign(observe, getHandle(client));
}
