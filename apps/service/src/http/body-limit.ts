import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../access/environment.ts';
import { HttpError } from '../errors/errors.ts';
import { MAX_BATCH_BYTES, MAX_LINE_BYTES } from '../ingest/bounds.ts';
import { MAX_IN_PROCESS_BYTES } from '../parsing/parsers.ts';

/** A context item of 8,000 code points takes at most 97,000 bytes as JSON. Bodies of this size are parsed in the service's own process. */
const MAX_BODY_BYTES = MAX_IN_PROCESS_BYTES;
/** Limits of bodies that are parsed in a worker process if necessary. */
const LARGER_LIMITS: readonly (readonly [path: RegExp, maxSize: number])[] = [
  [/\/(logs-(batch|har)|api-description)$/, MAX_BATCH_BYTES],
  [/\/logs$/, MAX_LINE_BYTES],
];

/** Rejects bodies over the size limit, with or without a Content-Length. */
export function limitBodySize(): MiddlewareHandler<Environment> {
  const limit = limitOf(MAX_BODY_BYTES);
  const larger = LARGER_LIMITS.map(([path, maxSize]) => ({ path, handler: limitOf(maxSize) }));
  return (c, next) => (larger.find(({ path }) => path.test(c.req.path))?.handler ?? limit)(c, next);
}

/** Rejects compressed bodies explicitly: decompressed, they could be of any size; as they are, they would look like broken JSON. */
export function rejectCompressedBodies(): MiddlewareHandler<Environment> {
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
      throw new HttpError('payload_too_large', `The body exceeds ${maxSize} bytes`);
    },
  });
}
