import { CaptureClient, type CaptureHandle, getHandle } from './client/capture-client.ts';
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
      onRecorded: keepRuntimeAlive(client, rest),
      route: () => client.callbacks.getRoute(() => options.route?.({ request, response: undefined })),
      user: (response: Response | undefined) => client.callbacks.getUser(() => options.user?.({ request, response })),
    };
    return observeWeb(client, request, lookup, () => handler(request, ...rest));
  };
  return Object.assign(observe, getHandle(client));
}

/** Passes the promise of sending the log to `waitUntil`, if there is one. @returns a function to call when the log has been queued */
function keepRuntimeAlive(client: CaptureClient, args: readonly unknown[]): () => void {
  let onRecorded: () => void = () => undefined;
  try {
    const sent = new Promise<void>((resolve) => (onRecorded = resolve)).then(() => client.flush());
    args.find(hasWaitUntil)?.waitUntil(sent);
  } catch (error) {
    client.reportInternal(error);
  }
  return onRecorded;
}

function hasWaitUntil(value: unknown): value is { waitUntil(promise: Promise<unknown>): void } {
  return typeof value === 'object' && value !== null && 'waitUntil' in value && typeof value.waitUntil === 'function';
}
