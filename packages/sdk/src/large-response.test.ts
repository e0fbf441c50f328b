import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from './log/body-collector.ts';
import { FRAMEWORKS, startApplication } from './testing/applications.fixture.ts';
import { requestText } from './testing/raw-request.fixture.ts';
import { startReceiver } from './testing/receiver.fixture.ts';
import { encodeSpec, LARGE_CHUNK_BYTES, production } from './testing/response-spec.fixture.ts';
import { flushAll } from './testing/until.fixture.ts';

const LINE = '0123456789abcde\n';
const CHUNK = Buffer.alloc(LARGE_CHUNK_BYTES, LINE);
const CHUNKS = 16_384;
const GIBIBYTE = CHUNK.length * CHUNKS;
const PAUSE_AFTER_BYTES = 1_048_576;
/**
 * Maximum number of bytes that can be in transit from the application to the client: the buffers of Node and of the kernel on both sides of the
 * connection.
 */
const MAX_BUFFERED_BYTES = 33_554_432;
/** Number of turns of the event loop without a new chunk after which the application is considered to be waiting for its client. */
const IDLE_TURNS = 200;

/** Resolves when the application produces no more chunks because its client has stopped reading. */
async function waitForProducer(): Promise<void> {
  let last = -1;
  for (let turns = 0; turns < IDLE_TURNS; turns += 1) {
    if (production.bytes !== last) turns = 0;
    last = production.bytes;
    await turn();
  }
}

/** The part of a response that a client received. The client compares the body with the bytes that the application sends. */
interface Download {
  readonly head: string;
  /** Number of bytes of the body. */
  readonly length: number;
  readonly isIdentical: boolean;
  /** Maximum number of bytes that had been produced but not received. */
  readonly mostBuffered: number;
}

/** Reads a response that ends with the connection. The client stops reading for a while, and then closes the connection if `abort` is true. */
function download(port: number, text: string, abort: boolean): Promise<Download> {
  production.bytes = 0;
  const twice = Buffer.concat([CHUNK, CHUNK]);
  let head = '';
  let isHead = true;
  let length = 0;
  let isIdentical = true;
  let mostBuffered = 0;
  let hasPaused = false;
  const add = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) {
      const start = length % CHUNK.length;
      const part = bytes.subarray(at, at + CHUNK.length);
      isIdentical &&= part.equals(twice.subarray(start, start + part.length));
      length += part.length;
      at += part.length;
    }
  };
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const pause = async () => {
      hasPaused = true;
      socket.pause();
      await waitForProducer();
      mostBuffered = Math.max(mostBuffered, production.bytes - length);
      if (abort) socket.destroy();
      else socket.resume();
    };
    socket.on('data', (bytes) => {
      mostBuffered = Math.max(mostBuffered, production.bytes - length - bytes.length);
      if (isHead) {
        head += bytes.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        isHead = false;
        add(Buffer.from(head.slice(end + 4), 'latin1'));
        head = head.slice(0, end);
      } else add(bytes);
      if (!hasPaused && length >= PAUSE_AFTER_BYTES) void pause().catch(reject);
    });
    socket.on('close', () => resolve({ head, length, isIdentical, mostBuffered }));
    socket.on('error', reject);
  });
}

async function open(name: (typeof FRAMEWORKS)[number]) {
  const receiver = await startReceiver();
  const { port, capture } = await startApplication(name, {
    url: receiver.url,
    project: 'octo-api',
    key: 'csk_test',
    bodies: 'all',
  });
  // The response has a `Content-Length` header, so that the body is not sent in the chunked encoding.
  const headers = { 'content-type': 'text/plain', 'content-length': String(GIBIBYTE) };
  const spec = {
    status: 200,
    headers,
    body: Buffer.from(LINE).toString('base64'),
    mode: 'stream',
    statesLength: false,
    largeChunks: CHUNKS,
  } as const;
  return { receiver, port, capture, text: requestText('GET', '/pets/1', { 'x-spec': encodeSpec(spec) }) };
}

describe.each(FRAMEWORKS)('a response of 1 GiB from %s', (name) => {
  it('a response of 1 GiB is passed through unchanged, without buffering, and is captured up to the limit', async () => {
    const { receiver, port, capture, text } = await open(name);
    const { head, length, isIdentical, mostBuffered } = await download(port, text, false);
    expect(head).toContain('200 OK');
    expect([length, isIdentical]).toEqual([GIBIBYTE, true]);
    expect(mostBuffered).toBeLessThan(MAX_BUFFERED_BYTES);
    await flushAll(capture);
    const [log] = receiver.logs;
    expect(receiver.logs).toHaveLength(1);
    expect(log?.response).toMatchObject({ truncated: true });
    expect(log?.response?.aborted).toBeUndefined();
    expect(String(log?.response?.body)).toBe(CHUNK.toString().slice(0, MAX_BODY_BYTES));
  });

  it('a response of 1 GiB ends when its client disconnects, and is captured as aborted', async () => {
    const { receiver, port, capture, text } = await open(name);
    const { isIdentical, mostBuffered } = await download(port, text, true);
    expect(isIdentical).toBe(true);
    await expect
      .poll(async () => {
        await flushAll(capture);
        return receiver.logs.length;
      })
      .toBe(1);
    expect(receiver.logs[0]?.response).toMatchObject({ truncated: true, aborted: true });
    expect(mostBuffered).toBeLessThan(MAX_BUFFERED_BYTES);
    expect(production.bytes).toBeLessThan(PAUSE_AFTER_BYTES + 2 * MAX_BUFFERED_BYTES);
  });
});
