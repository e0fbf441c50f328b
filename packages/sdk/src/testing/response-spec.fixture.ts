import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** The response that a test application must return. The request header `x-spec` contains it. */
export interface ResponseSpec {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as base64, so that it can contain any bytes. */
  readonly body: string;
  /** The form in which the application sends the body: as a text, as bytes, or in chunks with pauses. */
  readonly mode: 'text' | 'bytes' | 'stream';
  /** Whether the response contains its length in a header. */
  readonly statesLength: boolean;
  /** Number of large chunks in a stream without pauses. Each chunk has `LARGE_CHUNK_BYTES` bytes and is filled with the body. */
  readonly largeChunks?: number;
}

export interface Choices {
  readonly below: (bound: number) => number;
  readonly one: <Value>(values: readonly Value[]) => Value;
}

/** Returns functions for pseudo-random choices, which are the same for the same seed (mulberry32). */
export function choices(seed: number): Choices {
  let state = seed;
  const drawBelow = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
  return { below: drawBelow, one: (values) => values[drawBelow(values.length)] as (typeof values)[number] };
}

const STATUSES = [200, 201, 202, 301, 304, 204, 400, 401, 404, 409, 422, 422, 429, 500, 503] as const;
const KINDS = [
  'object',
  'object',
  'problem',
  'array',
  'text',
  'html',
  'empty',
  'binary',
  'gzip',
  'broken',
  'latin1',
  'deep',
] as const;

/** Returns a random response, of any kind that an API can send. */
export function drawSpec({ below, one }: Choices): ResponseSpec {
  const status = one(STATUSES);
  const kind = one(KINDS);
  const { type, bytes } = getBody(kind, { below, one });
  const headers: Record<string, string> = { 'x-request-id': String(below(1e9)) };
  if (type !== undefined) headers['content-type'] = type;
  if (kind === 'gzip') headers['content-encoding'] = 'gzip';
  if (below(8) === 0) headers['content-digest'] = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  if (below(10) === 0) headers.signature = 'sig1=:MEUCIQ==:';
  if (below(8) === 0) headers.etag = one(['"abc"', 'W/"abc"']);
  if (below(10) === 0) headers['cache-control'] = 'no-transform';
  if (below(10) === 0) headers.link = '</next>; rel="next"';
  if (below(10) === 0) headers['retry-after'] = '1';
  const isEmpty = bytes.length === 0 || status === 204 || status === 304;
  return {
    status,
    headers,
    body: isEmpty ? '' : bytes.toString('base64'),
    mode: isEmpty
      ? 'text'
      : one(
          kind === 'binary' || kind === 'gzip' || kind === 'latin1' ? ['bytes', 'stream'] : ['text', 'bytes', 'stream'],
        ),
    statesLength: !isEmpty && below(3) === 0,
  };
}

function getBody(kind: (typeof KINDS)[number], { below, one }: Choices): { type: string | undefined; bytes: Buffer } {
  const error = { code: one(['weight_out_of_range', 'not_found', 7]), message: one(['Too heavy', 'Zu schwer: ü', '']) };
  const object = one([
    { error },
    { ...error, items: Array.from({ length: below(40) }, (_, index) => ({ index })) },
    {},
    { recovery: 1 },
  ]);
  const text = below(3) === 0 ? `${JSON.stringify(object, null, 2)}\n` : JSON.stringify(object);
  const json = one(['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']);
  switch (kind) {
    case 'object':
      return { type: json, bytes: Buffer.from(text) };
    case 'problem':
      return {
        type: 'application/problem+json',
        bytes: Buffer.from(JSON.stringify({ type: 'about:blank', title: 'No', ...error })),
      };
    case 'array':
      return { type: json, bytes: Buffer.from(JSON.stringify([object, object])) };
    case 'text':
      return { type: 'text/plain; charset=utf-8', bytes: Buffer.from(`Zeile\n${'x'.repeat(below(3_000))}`) };
    case 'html':
      return { type: 'text/html; charset=utf-8', bytes: Buffer.from('<p>{}</p>') };
    case 'empty':
      return { type: one([undefined, 'application/json']), bytes: Buffer.alloc(0) };
    case 'binary':
      return {
        type: 'application/octet-stream',
        bytes: Buffer.from(Array.from({ length: 1 + below(2_000) }, () => below(256))),
      };
    case 'gzip':
      return { type: json, bytes: gzipSync(text) };
    case 'broken':
      return { type: json, bytes: Buffer.from(text.slice(0, -1) || '{') };
    case 'latin1':
      return { type: 'application/json; charset=iso-8859-1', bytes: Buffer.from('{"code":"größe"}', 'latin1') };
    case 'deep':
      return { type: json, bytes: Buffer.from(`{"code":"deep","a":${'['.repeat(100)}${']'.repeat(100)}}`) };
  }
}

export const LARGE_CHUNK_BYTES = 65_536;
/** Number of bytes in large chunks that the applications have produced. */
export const production = { bytes: 0 };

/** Yields the chunks of a stream: the body in a few parts with pauses, or large chunks without pauses as fast as they are read. */
export async function* getStream({ body, largeChunks }: ResponseSpec): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body, 'base64');
  if (largeChunks !== undefined) {
    const chunk = Buffer.alloc(LARGE_CHUNK_BYTES, bytes);
    for (let count = 0; count < largeChunks; count += 1) {
      production.bytes += chunk.length;
      yield chunk;
    }
    return;
  }
  for (const chunk of getChunks(bytes)) {
    await sleep(2);
    yield chunk;
  }
}

export function encodeSpec(spec: ResponseSpec): string {
  return Buffer.from(JSON.stringify(spec)).toString('base64url');
}

export function decodeSpec(text: string | string[] | undefined): ResponseSpec {
  return JSON.parse(Buffer.from(String(text), 'base64url').toString());
}

/** Splits the body into a few parts. */
function getChunks(bytes: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / 3));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
