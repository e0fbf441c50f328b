import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';
import { BATCH_LIMIT, LINE_LIMIT } from '../ingest/bounds.ts';
import { MOST_HERE } from '../parsing/parsers.ts';

/** Bytes. A context item of 8000 code points takes 97,000 in its longest JSON spelling. Such bodies are read in the service's own process. */
const BODY_LIMIT = MOST_HERE;
/** Bytes of bodies that a worker process reads if need be. */
const LARGER: readonly (readonly [path: RegExp, maxSize: number])[] = [
  [/\/(logs-(batch|har)|api-description)$/, BATCH_LIMIT],
  [/\/logs$/, LINE_LIMIT],
];

/** Refuses bodies that are too large, also those that do not say how long they are. */
export function limitBody(): MiddlewareHandler<Environment> {
  const limit = limitOf(BODY_LIMIT);
  const larger = LARGER.map(([path, maxSize]) => ({ path, handler: limitOf(maxSize) }));
  return (c, next) => (larger.find(({ path }) => path.test(c.req.path))?.handler ?? limit)(c, next);
}

function limitOf(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError('payload_too_large', `The body is over ${maxSize} bytes`);
    },
  });
}
