import { parentPort } from 'node:worker_threads';
import { toSentError } from './thread-errors.ts';
import type { Numbered, ThreadResponse } from './thread-messages.ts';

/**
 * Answers the requests of the main thread. Requests arrive, and responses are sent, in batches: a message wakes the other thread, which takes longer
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
