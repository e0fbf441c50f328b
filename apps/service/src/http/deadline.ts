import type { MiddlewareHandler } from 'hono';
import type { Environment } from '../access/environment.ts';
import { inDoubt, unavailable } from '../errors/unavailable.ts';
import { routeOf } from './observe-requests.ts';

/** Milliseconds. The store's own limits end before it, and know what became of a write; this one ends what they do not see. */
export const DEADLINE = 30_000;

/** The part of Node's request that is needed here. */
interface Arriving {
  /** Whether the whole request has arrived. */
  readonly complete?: boolean;
  once(event: 'end', listener: () => void): unknown;
}

/**
 * Responds with 503 to a request that takes too long. The time begins when the body has arrived: until then, the limit of the server holds.
 * @param report gets an error with the route
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
    throw reads ? unavailable(what) : inDoubt(what);
  };
}
