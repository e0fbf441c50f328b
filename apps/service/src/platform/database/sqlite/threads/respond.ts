import { parentPort } from 'node:worker_threads';
import { toSentError } from './thread-errors.ts';
import type { Numbered, ThreadResponse } from './thread-messages.ts';

/**
 * Responds to the requests of the main thread. Requests and responses are sent in batches, because waking the other thread for a message takes longer
 * than most reads.
 * @param handle executes a request
 * @param afterSend called after each batch of responses
 */
export function respondToRequests<T>(handle: (request: T) => Promise<unknown>, afterSend?: () => void): void {
  let responses: ThreadResponse[] = [];
  const send = () => {
    parentPort?.postMessage(responses);
    responses = [];
    afterSend?.();
  };
  const add = (response: ThreadResponse) => {
    if (responses.length === 0) setImmediate(send);
    responses.push(response);
  };
  parentPort?.on('message', (requests: readonly Numbered<T>[]) => {
    for (const { id, request } of requests) {
      handle(request).then(
        (value) => add({ id, value }),
        (error: unknown) => add({ id, error: toSentError(error) }),
      );
    }
  });
}
