import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/environment.ts';
import { unavailable, unavailableInDoubt } from '../errors/unavailable.ts';
import { routeOf } from './observe-requests.ts';

/** The timeouts of the store end earlier and know the outcome of a write; this deadline covers everything else. */
export const REQUEST_DEADLINE_MS = 30_000;

/** The part of Node's IncomingMessage that is needed here. */
interface Arriving {
  /** Whether the whole request has been received. */
  readonly complete?: boolean;
  once(event: 'end', listener: () => void): unknown;
}

/**
 * Rejects a request with 503 if it takes too long. The deadline starts when the body has arrived; until then the server's request timeout
 * applies.
 * @param report receives an error that names the route
 */
export function deadline(milliseconds: number, report: (error: Error) => void): MiddlewareHandler<Environment> {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const late = new Promise<true>((resolve) => {
      const begin = () => {
        if (!isOver) timer = setTimeout(() => resolve(true), milliseconds);
      };
      const incoming = (c.env as { incoming?: Arriving } | undefined)?.incoming;
      if (incoming?.complete === false) incoming.once('end', begin);
      else begin();
    });
    const done = next().then(() => false);
    const isLate = await Promise.race([done, late]).finally(() => {
      isOver = true;
      clearTimeout(timer);
    });
    if (!isLate) return;
    const what = `The request took longer than ${milliseconds / 1_000} s`;
    report(new Error(`${what}: ${c.req.method} ${routeOf(c)}`));
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
    throw reads ? unavailable(what) : unavailableInDoubt(what);
  };
}
