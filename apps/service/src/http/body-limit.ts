import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';
import { BATCH_LIMIT } from '../ingest/bounds.ts';

/** Largest body taken, in bytes: a context item of 8000 code points in its longest JSON spelling, and room. */
const BODY_LIMIT = 1_048_576;
const LARGE = /\/(logs-(batch|har)|api-description)$/;

/** Refuses bodies that are too large, also those that do not say how long they are. */
export function limitBody(): MiddlewareHandler<Environment> {
  const [one, many] = [BODY_LIMIT, BATCH_LIMIT].map((maxSize) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new HttpError('payload_too_large', `The body is over ${maxSize} bytes`);
      },
    }),
  ) as [MiddlewareHandler, MiddlewareHandler];
  return (c, next) => (LARGE.test(c.req.path) ? many : one)(c, next);
}
