import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../access/request-environment.ts';
import { HttpError } from '../errors/errors.ts';
import { createInvalidRequestError } from '../errors/invalid-request.ts';
import { MAX_BATCH_BYTES, MAX_LINE_BYTES } from '../ingest/ingest-limits.ts';
import { MAX_IN_PROCESS_BYTES } from '../parsing/parsers.ts';

/**
 * Maximum size of most bodies. A context item of 8,000 code points takes at most 97,000 bytes as JSON. The service parses bodies of this size in its
 * own process.
 */
const MAX_BODY_BYTES = MAX_IN_PROCESS_BYTES;
/** Size limits of operations whose bodies are parsed in a worker process if they are large. */
const ROUTE_SIZE_LIMITS: readonly (readonly [path: RegExp, maxSize: number])[] = [
  [/\/(logs-(batch|har)|api-description|otlp\/v1\/traces)$/, MAX_BATCH_BYTES],
  [/\/logs$/, MAX_LINE_BYTES],
];

/** Rejects bodies over the size limit, with or without a Content-Length. */
export function limitBodySize(): MiddlewareHandler<Environment> {
  const limit = getLimit(MAX_BODY_BYTES);
  const routeLimits = ROUTE_SIZE_LIMITS.map(([path, maxSize]) => ({ path, handler: getLimit(maxSize) }));
  return (c, next) => (routeLimits.find(({ path }) => path.test(c.req.path))?.handler ?? limit)(c, next);
}

/** Matches operations that accept gzip, because logs are ten times smaller when compressed. */
const GZIP_ROUTES = /^\/api\/v1\/projects\/[^/]+\/(logs-(batch|har)|otlp\/v1\/traces)$/;

/**
 * Rejects compressed bodies with a clear error. A decompressed body could have any size, and a compressed body would be reported as invalid JSON.
 */
export function rejectCompressedBodies(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const encoding = c.req.header('content-encoding')?.trim() ?? '';
    const gzip = GZIP_ROUTES.test(c.req.path);
    if (encoding === '' || /^identity$/i.test(encoding) || (gzip && /^gzip$/i.test(encoding))) return next();
    const rule = gzip
      ? 'must be compressed with gzip or not at all'
      : 'must not be compressed: leave out Content-Encoding';
    throw new HttpError(
      'unsupported_media_type',
      `The body ${rule} (got "${encoding.slice(0, 40)}")`,
      // RFC 9110, section 15.5.16, recommends Accept-Encoding in this response.
      { headers: { 'accept-encoding': gzip ? 'gzip, identity' : 'identity' } },
    );
  };
}

/** Decompresses the bodies of operations that accept gzip. The size limit of uncompressed bodies also applies to the decompressed size. */
export function inflateBodies(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (!/^gzip$/i.test(c.req.header('content-encoding')?.trim() ?? '')) return next();
    const body = await inflate(await c.req.arrayBuffer());
    const headers = new Headers(c.req.raw.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    c.req.bodyCache = {};
    c.req.raw = new Request(c.req.url, { method: c.req.method, headers, body, signal: c.req.raw.signal });
    return next();
  };
}

const gunzipAsync = promisify(gunzip);

async function inflate(compressed: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await gunzipAsync(compressed, { maxOutputLength: MAX_BATCH_BYTES }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new HttpError('payload_too_large', `The decompressed body exceeds ${MAX_BATCH_BYTES} bytes`);
    }
    throw createInvalidRequestError([
      { where: 'body', message: 'must be gzip, as the Content-Encoding header declares' },
    ]);
  }
}

function getLimit(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError('payload_too_large', `The body exceeds ${maxSize} bytes`);
    },
  });
}
