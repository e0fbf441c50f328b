import { createGunzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import { HttpError } from '../errors/errors.ts';
import { createInvalidRequestError } from '../errors/invalid-request.ts';
import { MAX_IN_PROCESS_BYTES } from '../parsing/job-runner.ts';

/**
 * Default maximum size of a body in bytes. A context item of 8,000 code points takes at most 97,000 bytes as JSON. The service parses bodies of this
 * size in its own process.
 */
const MAX_BODY_BYTES = MAX_IN_PROCESS_BYTES;
/** Size in bytes of the parts of a decompressed body. Each part takes time of its own: with the default of 16 KiB, twice as much for a batch of logs. */
const INFLATED_PART_BYTES = 131_072;

/** A rule for the request bodies of some operations. */
export interface BodyRule {
  /** Matches the paths of the operations. */
  readonly path: RegExp;
  /** Maximum size in bytes, before and after decompression. Large bodies are parsed in a worker process. */
  readonly maxSize: number;
  /** Whether the body may be compressed with gzip. Default: false. */
  readonly gzip?: boolean;
}

/** Rejects bodies over the size limit, with or without a Content-Length. */
export function limitBodySize(rules: readonly BodyRule[]): MiddlewareHandler<Environment> {
  const limit = createLimit(MAX_BODY_BYTES);
  const limits = rules.map(({ path, maxSize }) => ({ path, handler: createLimit(maxSize) }));
  return (c, next) => (limits.find(({ path }) => path.test(c.req.path))?.handler ?? limit)(c, next);
}

/**
 * Rejects compressed bodies with a clear error. Compressed bodies are not decompressed, because the decompressed size would be unbounded. Without
 * this check, they would be reported as invalid JSON.
 */
export function rejectCompressedBodies(rules: readonly BodyRule[]): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const encoding = c.req.header('content-encoding')?.trim() ?? '';
    const gzip = rules.some((rule) => rule.gzip && rule.path.test(c.req.path));
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
export function inflateBodies(rules: readonly BodyRule[]): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (!/^gzip$/i.test(c.req.header('content-encoding')?.trim() ?? '')) return next();
    const headers = new Headers(c.req.raw.headers);
    headers.delete('content-encoding');
    const maxSize = rules.find(({ path }) => path.test(c.req.path))?.maxSize ?? MAX_BODY_BYTES;
    replaceBody(c, headers, await inflate(c, await c.req.arrayBuffer(), maxSize));
    return next();
  };
}

async function inflate(
  c: Context<Environment>,
  compressedBody: ArrayBuffer,
  maxSize: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // A stream counts the bytes while they arrive, so that small bodies that expand to large ones are limited as well.
  const gunzip = createGunzip({ chunkSize: INFLATED_PART_BYTES });
  gunzip.end(new Uint8Array(compressedBody));
  try {
    return await readBody(c, gunzip, maxSize, 'The decompressed body');
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw createInvalidRequestError([
      { where: 'body', message: 'must be gzip, as the Content-Encoding header declares' },
    ]);
  } finally {
    gunzip.destroy();
  }
}

/** Creates middleware that rejects bodies over the limit without reading the rest. The connection therefore ends after the response. */
function createLimit(maxSize: number): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const declaredLength = c.req.header('content-length');
    if (declaredLength !== undefined) {
      const length = Number(declaredLength);
      if (length > maxSize) throw createSizeError('The body', maxSize, `${length} bytes`);
      c.get('running')?.hold(length);
      return next();
    }
    const { body } = c.req.raw;
    if (!body) return next();
    replaceBody(c, c.req.raw.headers, await readBody(c, body.values({ preventCancel: true }), maxSize, 'The body'));
    return next();
  };
}

async function readBody(
  c: Context<Environment>,
  chunks: AsyncIterable<Uint8Array>,
  maxSize: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  let body = new Uint8Array(0);
  let size = 0;
  for await (const chunk of chunks) {
    const start = size;
    size += chunk.length;
    if (size > maxSize) throw createSizeError(name, maxSize, `at least ${size} bytes`);
    c.get('running')?.hold(chunk.length);
    // The chunks are copied, because a chunk object of one byte takes much more memory than one byte.
    if (size > body.length) body = grow(body, start, Math.min(maxSize, Math.max(size, 2 * body.length)));
    body.set(chunk, start);
  }
  return body.subarray(0, size);
}

function grow(body: Uint8Array, usedBytes: number, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(body.subarray(0, usedBytes));
  return larger;
}

function replaceBody(c: Context<Environment>, givenHeaders: Headers, body: Uint8Array<ArrayBuffer>): void {
  const headers = new Headers(givenHeaders);
  headers.delete('content-length');
  c.req.bodyCache = {};
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers, body, signal: c.req.raw.signal });
}

/** @param receivedSize the size as text. A body without Content-Length is read only up to the limit. */
function createSizeError(name: string, maxSize: number, receivedSize: string): HttpError {
  return new HttpError(
    'payload_too_large',
    `${name} exceeds ${maxSize} bytes, the maximum of this operation (got ${receivedSize}): send less in one request`,
  );
}
