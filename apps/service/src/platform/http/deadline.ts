import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import { runWithSignal } from '../database/request-signal.ts';
import { createInDoubtError, createUnavailableError } from '../errors/service-unavailable.ts';
import { getRoute } from './observe-requests.ts';

/**
 * Deadline of a request in milliseconds. The timeouts of the store are shorter, and their errors report the outcome of a write. The deadline covers
 * all other causes of a slow request.
 */
export const REQUEST_DEADLINE_MS = 30_000;

/** The properties of Node's `IncomingMessage` that the deadline uses. */
interface ArrivingRequest {
  /** Whether the whole request has been received. */
  readonly complete?: boolean;
  once(event: 'end', listener: () => void): unknown;
}

/** The part of Node's `ServerResponse` that reports when the response was sent or the client has disconnected. */
interface LeavingResponse {
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Creates middleware that responds with 503 if a request takes too long. The deadline starts when the body has arrived completely. Before that, the
 * request timeout of the server applies. At the deadline, or when the client disconnects, the reads of the request are canceled, and its waiting
 * writes are dropped.
 * @param report receives an error that contains the route
 */
export function createDeadline(milliseconds: number, report: (error: Error) => void): MiddlewareHandler<Environment> {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const timeoutReached = new Promise<true>((resolve) => {
      const startRequest = () => {
        if (!isOver) timer = setTimeout(() => resolve(true), milliseconds);
      };
      const incomingMessage = (c.env as { incoming?: ArrivingRequest } | undefined)?.incoming;
      if (incomingMessage?.complete === false) incomingMessage.once('end', startRequest);
      else startRequest();
    });
    const { outgoing } = (c.env ?? {}) as { outgoing?: LeavingResponse };
    const cancelation = new AbortController();
    outgoing?.once('close', () => {
      if (!outgoing.writableFinished) cancelation.abort();
    });
    const completion = runWithSignal(cancelation.signal, next).then(() => false);
    const isLate = await Promise.race([completion, timeoutReached]).finally(() => {
      isOver = true;
      clearTimeout(timer);
    });
    if (!isLate) return;
    cancelation.abort();
    const timeoutMessage = `The request took longer than ${milliseconds / 1_000} s`;
    report(new Error(`${timeoutMessage}: ${c.req.method} ${getRoute(c)}`));
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    throw isRead ? createUnavailableError(timeoutMessage) : createInDoubtError(timeoutMessage);
  };
}
