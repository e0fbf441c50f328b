import type { CaptureClient } from '../client/capture-client.ts';
import { WebExchange, type WebRequestLookup } from './web-exchange.ts';

/** The clients that capture a request. */
const requestClients = new WeakMap<Request, CaptureClient[]>();

/**
 * Runs a handler and observes its request and response.
 * @param run the handler, which is called once; its errors are thrown unchanged
 */
export async function observeWeb(
  client: CaptureClient,
  request: Request,
  lookup: WebRequestLookup,
  run: () => Response | Promise<Response>,
): Promise<Response> {
  const exchange = attemptAction(client, () => createExchange(client, request, lookup));
  if (exchange === undefined) {
    lookup.onRecorded?.();
    return run();
  }
  attemptAction(client, () => exchange.observeRequest());
  let response: Response;
  try {
    response = await run();
  } catch (error) {
    attemptAction(client, () => exchange.onFailure(error));
    throw error;
  }
  try {
    return await exchange.observeResponse(response);
  } catch (error) {
    client.reportInternal(error);
    return response;
  }
}

/** Returns the observer of a request; undefined if the request is not captured, or already captured by this client. */
function createExchange(client: CaptureClient, request: Request, lookup: WebRequestLookup): WebExchange | undefined {
  const { method, headers, url } = request;
  const isPreflight = headers.has('access-control-request-method');
  const clients = requestClients.get(request) ?? [];
  if (clients.includes(client) || !client.captures(method, new URL(url).pathname, isPreflight)) return undefined;
  requestClients.set(request, [...clients, client]);
  return new WebExchange(client, request, lookup);
}

function attemptAction<T>(client: CaptureClient, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    client.reportInternal(error);
    return undefined;
  }
}
