import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { ServerError } from '../errors/response-errors.ts';
import { createContextItemExtensions } from '../extensions/context-items.ts';
import { createClient } from './api-client.ts';
import { parseBaseUrl } from './base-url.ts';
import { createTransport, type TransportOptions } from './http-transport.ts';
import { MAX_BODY_BYTES } from './receive-body.ts';
import { type Respond, SENDERS, serve } from './server.fixture.ts';

const ATTEMPT_TIMEOUT_MS = 1_500;
const item = { title: 'T', content: 'C' };
const write = { idempotencyKey: 'key-1' };

/** The state of an endless response when its connection closed. */
interface Sent {
  readonly bytes: number;
}

/**
 * Returns a function that sends responses with endless bodies, and a promise that resolves when the client closes the connection of the first one.
 */
function neverEnding(status: number, start: string, send: (response: ServerResponse) => void) {
  let close: (sent: Sent) => void = () => undefined;
  const closePromise = new Promise<Sent>((resolve) => {
    close = resolve;
  });
  const respond: Respond = ({ socket }, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.write(start);
    response.once('close', () => close({ bytes: socket.bytesWritten }));
    send(response);
  };
  return { respond, closed: closePromise };
}

/** Sends one space every 5 milliseconds. */
const slowly = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), 5);
  response.once('close', () => clearInterval(timer));
};

/** Sends data as fast as the client reads it. */
const endlessly = (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
  };
  response.on('drain', more);
  more();
};

/** Returns a function that runs the garbage collector. Node then loses signals that only a request references. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

describe.each(SENDERS)('responses to requests sent with %s', (_sender, sender) => {
  const transportTo = (url: string, options: Partial<TransportOptions> = {}) => {
    const baseUrl = parseBaseUrl(url);
    const limits = { attemptTimeout: ATTEMPT_TIMEOUT_MS, retries: 1 };
    return createTransport({ baseUrl, apiKey: 'k', ...limits, ...sender, ...options });
  };

  describe('a write whose response never ends', () => {
    it.each([
      ['sends its body slowly', slowly, {}],
      ['exceeds the size limit', endlessly, { attemptTimeout: 30_000 }],
    ])(
      'a write succeeds with the received ID and closes the connection if the server %s',
      async (_how, send, options) => {
        const { respond, closed } = neverEnding(201, '{"id":"c1"}', send);
        const { url, seen } = await serve(respond);
        const createdResult = await createClient(transportTo(url, options)).createContextItem('p', item, write);
        expect(createdResult).toMatchObject({ id: 'c1', response: { status: 201, body: { id: 'c1' } } });
        expect((await closed).bytes).toBeLessThan(50 * MAX_BODY_BYTES);
        expect(seen).toHaveLength(1);
      },
    );

    it.each([
      ['slowly', slowly, {}],
      ['without end', endlessly, { attemptTimeout: 30_000 }],
    ])(
      'a write succeeds without a body if the received part is incomplete and the body is sent %s',
      async (_how, send, options) => {
        const { respond, closed } = neverEnding(201, '{"id":"c1",', send);
        const { url } = await serve(respond);
        const created = await createClient(transportTo(url, options)).createContextItem('p', item, write);
        expect(created).toMatchObject({ id: undefined, response: { status: 201, body: undefined } });
        await closed;
      },
    );

    it.each([
      ['slowly', slowly, {}],
      ['without end', endlessly, { attemptTimeout: 30_000 }],
    ])('a write fails with the status of an error whose body is sent %s', async (_how, send, options) => {
      const { respond, closed } = neverEnding(422, '{"error":{"code":"no"}}', send);
      const { url, seen } = await serve(respond);
      const creation = createClient(transportTo(url, options)).createContextItem('p', item, write);
      await expect(creation).rejects.toMatchObject({ kind: 'invalid-request', status: 422, outcomeUnknown: false });
      expect((await closed).bytes).toBeLessThan(50 * MAX_BODY_BYTES);
      expect(seen).toHaveLength(1);
    });

    it('a write is in doubt if the response is a web page', async () => {
      const { respond, closed } = neverEnding(200, '<!doctype html>', endlessly);
      const { url } = await serve(respond);
      const creating = createClient(transportTo(url, { attemptTimeout: 30_000 })).createContextItem('p', item, write);
      await expect(creating).rejects.toMatchObject({ kind: 'html-response', outcomeUnknown: true });
      await closed;
    });

    it('a write succeeds if it is aborted while the response body is received', async () => {
      const cancel = new AbortController();
      const { respond, closed } = neverEnding(201, '{"id":"c1"}', slowly);
      const { url } = await serve(respond);
      // At this time, the headers have arrived and the body is being received.
      const onResponse = () => void setTimeout(() => cancel.abort(), 0);
      const client = createClient(transportTo(url, { attemptTimeout: 600_000, onResponse }));
      const created = await client.createContextItem('p', item, { ...write, signal: cancel.signal });
      expect(created.response.status).toBe(201);
      await closed;
    });

    it('a write whose response never ends returns before the deadline of the call', async () => {
      const { respond, closed } = neverEnding(201, '{"id":"c1"}', slowly);
      const { url } = await serve(respond);
      const options = { attemptTimeout: 600_000, totalTimeout: ATTEMPT_TIMEOUT_MS };
      const created = await createClient(transportTo(url, options)).createContextItem('p', item, write);
      expect(created.id).toBe('c1');
      await closed;
    });
  });

  describe('a read whose response never ends', () => {
    it('a read fails without a retry and closes its connection if the response exceeds the size limit', async () => {
      const { respond, closed } = neverEnding(200, '{}', endlessly);
      const { url, seen } = await serve(respond);
      const reading = createClient(transportTo(url, { attemptTimeout: 30_000 })).getProject('p');
      await expect(reading).rejects.toThrow(ServerError);
      await expect(reading).rejects.toThrow(`GET /api/v1/projects/p returned more than ${MAX_BODY_BYTES} bytes`);
      expect((await closed).bytes).toBeLessThan(50 * MAX_BODY_BYTES);
      expect(seen).toHaveLength(1);
    });

    it('a read times out and closes its connection if the body arrives slowly', async () => {
      const { respond, closed } = neverEnding(200, '{}', slowly);
      const { url } = await serve(respond);
      const reading = createClient(transportTo(url, { retries: 0 })).getProject('p');
      await expect(reading).rejects.toMatchObject({ kind: 'timeout', outcomeUnknown: false });
      await closed;
    });

    it.each([
      ['times out', undefined, 'timeout'],
      ['is canceled by its caller', new AbortController(), 'aborted'],
    ])('a read %s although garbage is collected while its body is received', async (_how, cancel, kind) => {
      const collect = garbageCollector();
      const { respond, closed } = neverEnding(200, '{}', slowly);
      const { url } = await serve(respond);
      // At this time, the headers have arrived and the body is being received.
      const onResponse = () =>
        void setTimeout(() => {
          collect();
          cancel?.abort();
        }, 10);
      const client = createClient(
        transportTo(url, { attemptTimeout: cancel ? 600_000 : ATTEMPT_TIMEOUT_MS, retries: 0, onResponse }),
      );
      await expect(client.getProject('p', cancel && { signal: cancel.signal })).rejects.toMatchObject({ kind });
      await closed;
    });
  });

  describe('the size limit of a list', () => {
    const largestItem = { title: '\u{1f419}'.repeat(120), content: '\u{1f419}'.repeat(8_000), public: false };

    it('the size limit of a list allows a page of the largest items with every character escaped', async () => {
      const count = selectByTier(50, 500);
      const items = Array.from({ length: count }, (_, at) => ({ id: `ctx_${at}`, ...largestItem }));
      const escapedText = JSON.stringify({ items, next: null }).replaceAll('\u{1f419}', '\\ud83d\\udc19');
      expect(escapedText.length).toBeGreaterThan((count / 500) * 45 * MAX_BODY_BYTES);
      const { url } = await serve((_request, response) => void response.end(escapedText));
      const list = createContextItemExtensions(transportTo(url, { attemptTimeout: 30_000 })).listContextItems('p');
      let listed = 0;
      for await (const page of list) listed += page.length;
      expect(listed).toBe(count);
    });

    it('a list response that exceeds the size limit is rejected', async () => {
      const { respond, closed } = neverEnding(200, '{"items":[]', endlessly);
      const { url } = await serve(respond);
      const list = createContextItemExtensions(transportTo(url, { attemptTimeout: 30_000 })).listContextItems('p');
      await expect(list.next()).rejects.toThrow(/more than \d{8} bytes/);
      await closed;
    });
  });
});
