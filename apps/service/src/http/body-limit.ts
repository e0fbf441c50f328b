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

/** Refuses compressed bodies by name: undone, they could be of any size, and as they are, they would be taken for broken JSON. */
export function refuseEncoding(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const encoding = c.req.header('content-encoding')?.trim() ?? '';
    if (encoding === '' || /^identity$/i.test(encoding)) return next();
    throw new HttpError(
      'unsupported_media_type',
      `The body must not be compressed: leave out Content-Encoding (got "${encoding.slice(0, 40)}")`,
      // RFC 9110, section 15.5.16.
      { headers: { 'accept-encoding': 'identity' } },
    );
  };
}

function limitOf(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError('payload_too_large', `The body is over ${maxSize} bytes`);
    },
  });
}
