import type { CaptureClient } from '../client/capture-client.ts';
import { WebExchange, type WebRequestLookup } from './web-exchange.ts';

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
  const exchange = attemptAction(client, () =>
    client.captures(request.method, new URL(request.url).pathname, request.headers.has('access-control-request-method'))
      ? new WebExchange(client, request, lookup)
      : undefined,
  );
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

function attemptAction<T>(client: CaptureClient, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    client.reportInternal(error);
    return undefined;
  }
}
