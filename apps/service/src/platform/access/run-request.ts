import type { Context } from 'hono';
import type { RunningRequest } from '../rate-limit/running-requests.ts';
import type { Environment } from './request-environment.ts';

/** The part of Node's `ServerResponse` that reports when a response was sent. */
interface Outgoing {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Runs the rest of a request, which ends when its handler has finished and its response was sent or its client has disconnected. */
export async function runRequest(
  c: Context<Environment>,
  runningRequest: RunningRequest,
  next: () => Promise<void>,
): Promise<void> {
  c.set('running', runningRequest);
  try {
    await next();
  } finally {
    const { outgoing } = (c.env ?? {}) as { outgoing?: Outgoing };
    if (outgoing && !outgoing.destroyed) outgoing.once('close', runningRequest.end);
    else runningRequest.end();
  }
}
