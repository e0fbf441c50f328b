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
  /** Whether the body is being read; null if no one has read it yet. */
  readonly readableFlowing?: boolean | null;
  once(event: 'end', listener: () => void): unknown;
}

/** The part of Node's `ServerResponse` that reports when the response was sent or the client has disconnected. */
interface LeavingResponse {
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Creates middleware that responds with 503 if a request takes too long. While a request waits for the rest of its body, the request timeout of the
 * server applies, and the deadline starts when the body has been read completely. At the deadline, or when the client disconnects, the reads of the
 * request are canceled, and its waiting writes are dropped.
 * @param report receives an error that contains the route
 */
export function createDeadline(milliseconds: number, report: (error: Error) => void): MiddlewareHandler<Environment> {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const timeoutReached = new Promise<true>((resolve) => {
      const incomingMessage = (c.env as { incoming?: ArrivingRequest } | undefined)?.incoming;
      const startTimer = (handleTimeout: () => void) => {
        clearTimeout(timer);
        if (!isOver) timer = setTimeout(handleTimeout, milliseconds);
      };
      const endUnlessArriving = () => {
        if (incomingMessage && isWaitingForBody(incomingMessage)) startTimer(endUnlessArriving);
        else resolve(true);
      };
      // Node emits no `end` for a body that no one reads, so the timer also runs before it.
      startTimer(endUnlessArriving);
      incomingMessage?.once('end', () => startTimer(() => resolve(true)));
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

/** Returns whether the body of a request is being read, and its client has not sent all of it. */
function isWaitingForBody({ complete, readableFlowing }: ArrivingRequest): boolean {
  return complete === false && readableFlowing === true;
}
