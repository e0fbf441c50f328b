import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { type Client, createClient } from './api-client.ts';
import { parseBaseUrl } from './base-url.ts';
import { createTransport, type TransportOptions } from './http-transport.ts';
import { type Respond, SENDERS, serve } from './server.fixture.ts';

const KEY = 'sk_live_0123456789';

const respondWith =
  (status: number, body: unknown = '', headers: Record<string, string> = {}): Respond =>
  (_request, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const closeConnection: Respond = (request) => request.socket.destroy();
const breakingOff =
  (status: number): Respond =>
  (_request, response) => {
    response.writeHead(status, { 'content-length': '100' });
    response.write('{"id":');
    setTimeout(() => response.destroy(), 20);
  };
const stalling: Respond = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"id":');
};
const silence: Respond = () => undefined;

const item = { title: 'T', content: 'C', public: false };
const write = { idempotencyKey: 'key-1' };

/** Returns a base URL at which no server listens. */
async function findUnusedAddress(): Promise<string> {
  const { url, server } = await serve(silence);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function getFailure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe.each(SENDERS)('requests sent with %s', (_sender, sender) => {
  const createTestClient = (url: string, options: Partial<TransportOptions> = {}): Client =>
    createClient(
      createTransport({ baseUrl: parseBaseUrl(url), apiKey: KEY, maxRetryAfter: 20, ...sender, ...options }),
    );

  it('a request removes its listener from the AbortSignal that was passed in', async () => {
    const { url } = await serve(respondWith(201, { id: 'a' }));
    const { signal } = new AbortController();
    const client = createTestClient(url);
    await Promise.all(Array.from({ length: 3 }, () => client.createContextItem('p', item, { ...write, signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  describe('the five operations', () => {
    it('the client sends the requests that the specification requires, with the API key', async () => {
      const { url, seen } = await serve(respondWith(200, {}));
      const client = createTestClient(`${url}/base`);
      const source = {
        installationId: 1,
        owner: 'o',
        repo: 'r',
        branch: 'b',
        category: 'docs',
        provider: 'github',
        siteUrl: 'https://d.example.com',
      };
      const filters = {
        status: 404,
        method: 'GET',
        urlContains: 'a&b',
        groupEmail: 'x@y.z',
        since: '2026-01-01T00:00:00Z',
        until: '2026-01-02T00:00:00+02:00',
        limit: 5,
      };
      await client.searchLogs('p q', filters);
      await client.getLog('p', 'log/1');
      await client.getProject('p');
      await client.connectDataSource('p', source, write);
      await client.createContextItem('p', item, write);
      const texts = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]);
      const query = new URLSearchParams(texts);
      expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
        `GET /base/api/v1/projects/p%20q/logs?${query}`,
        'GET /base/api/v1/projects/p/logs/log%2F1',
        'GET /base/api/v1/projects/p',
        'POST /base/api/v1/projects/p/data-sources',
        'POST /base/api/v1/projects/p/context',
      ]);
      expect(seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
      expect(seen.slice(3).map(({ body }) => JSON.parse(body))).toEqual([source, item]);
      expect(
        seen
          .slice(3)
          .every(
            ({ headers }) => headers['content-type'] === 'application/json' && headers['idempotency-key'] === 'key-1',
          ),
      ).toBe(true);
    });

    it('the client rejects input that violates the contract before it sends a request', async () => {
      const { url, seen } = await serve(respondWith(200));
      const client = createTestClient(url);
      await expect(client.createContextItem('p', { title: 'x'.repeat(121) }, write)).rejects.toBeInstanceOf(ZodError);
      await expect(
        client.createContextItem('p', { title: 'x', content: 'y'.repeat(8001) }, write),
      ).rejects.toBeInstanceOf(ZodError);
      await expect(client.createContextItem('p', { title: ' ' }, write)).rejects.toBeInstanceOf(ZodError);
      const source = { installationId: 1, owner: 'o', repo: 'r', branch: 'b', category: 'docs' };
      for (const wrong of [{ installationId: 0 }, { owner: '' }, { repo: 'a/b' }, { siteUrl: 'javascript:alert(1)' }]) {
        await expect(client.connectDataSource('p', { ...source, ...wrong }, write)).rejects.toBeInstanceOf(ZodError);
      }
      await expect(client.searchLogs('p', { since: 'yesterday' })).rejects.toBeInstanceOf(ZodError);
      await expect(client.getProject('..')).rejects.toThrow('cannot be part of the path');
      expect(seen).toEqual([]);
    });

    it.each([
      ['an empty body', respondWith(201), undefined],
      ['status 204', respondWith(204), undefined],
      ['a text body', respondWith(200, 'created'), undefined],
      ['an ID', respondWith(200, { data: { id: 'c1' } }), 'c1'],
      ['a Location', respondWith(201, '', { location: '/x/c2' }), 'c2'],
      ['an incomplete body', breakingOff(201), undefined],
    ])('a response with %s is a success', async (_name, givenRespond, id) => {
      const { url, seen } = await serve(givenRespond);
      expect((await createTestClient(url).createContextItem('p', item, write)).id).toBe(id);
      expect(seen).toHaveLength(1);
    });
  });

  describe('errors', () => {
    it('API errors contain status, code, message and request ID, but never the API key', async () => {
      const body = { error: { code: 'forbidden', message: `key ${KEY} may\n::error::not write` } };
      const { url } = await serve(
        respondWith(403, body, { 'x-request-id': 'req-7', 'content-type': 'application/json' }),
      );
      const error = await getFailure(createTestClient(url).createContextItem('p', item, write));
      expect(error).toMatchObject({
        kind: 'forbidden',
        status: 403,
        code: 'forbidden',
        requestId: 'req-7',
        outcomeUnknown: false,
      });
      expect(error.message).toBe(
        'POST /api/v1/projects/p/context returned 403 forbidden: key *** may ::error::not write',
      );
    });

    it('API errors are read from a body without a JSON content type', async () => {
      const { url } = await serve(
        respondWith(400, { error: { code: 'Unauthorized', message: 'no' } }, { 'content-type': 'text/plain' }),
      );
      expect(await getFailure(createTestClient(url).getProject('p'))).toMatchObject({
        kind: 'unauthorized',
        code: 'Unauthorized',
      });
    });

    it('the client reports a redirect instead of following it', async () => {
      const other = await serve(respondWith(200));
      const { url } = await serve(respondWith(307, '', { location: `${other.url}/elsewhere?token=1` }));
      const client = createTestClient(url);
      for (const call of [client.getProject, (slug: string) => client.createContextItem(slug, item, write)]) {
        const error = await getFailure(call('p'));
        expect(error).toMatchObject({ kind: 'redirected', status: 307, outcomeUnknown: false });
        expect(error.message).toContain(`redirect to ${other.url}`);
      }
      expect(other.seen).toEqual([]);
    });

    it('API errors contain no part of the API key, however deeply they are inspected', async () => {
      const { inspect } = await import('node:util');
      const { url } = await serve(closeConnection);
      const options = { retries: 0 };
      const addresses = [
        url,
        await findUnusedAddress(),
        (await serve(respondWith(500))).url,
        (await serve(silence)).url,
      ];
      const errors: ApiError[] = [];
      for (const address of addresses) {
        const client = createTestClient(address, {
          ...options,
          ...(address === addresses[3] && { attemptTimeout: 50 }),
        });
        errors.push(await getFailure(client.getProject('p')));
        errors.push(await getFailure(client.createContextItem('p', item, write)));
      }
      expect(errors.map(({ kind }) => kind)).toEqual(
        ['network', 'network', 'server', 'timeout'].flatMap((kind) => [kind, kind]),
      );
      expect(inspect(errors, { depth: 20, showHidden: true })).not.toContain(KEY);
    });
  });

  describe('a web page instead of an API response', () => {
    const page = respondWith(200, '<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' });

    it('a web page is not accepted as the response to a read', async () => {
      const { url } = await serve(page);
      const error = await getFailure(createTestClient(url).getProject('p'));
      expect(error).toMatchObject({ kind: 'html-response', status: 200, outcomeUnknown: false });
      expect(error.message).toMatch(/returned an HTML page \(200\) instead of JSON/);
    });

    it('a web page as the response leaves a write in doubt', async () => {
      const { url } = await serve(page);
      expect(await getFailure(createTestClient(url).createContextItem('p', item, write))).toMatchObject({
        outcomeUnknown: true,
      });
    });

    it('a web page is recognized by its body: a short text with an HTML content type is an API response', async () => {
      const { url } = await serve(respondWith(201, 'ok', { 'content-type': 'text/html' }));
      const created = await createTestClient(url).createContextItem('p', item, write);
      expect(created).toMatchObject({ id: undefined, response: { status: 201, body: 'ok' } });
    });
  });

  describe('read requests', () => {
    it.each([
      ['a broken connection', closeConnection],
      ['an incomplete response', breakingOff(200)],
      ['408', respondWith(408)],
      ['429', respondWith(429, '', { 'retry-after': '60' })],
      ['500', respondWith(500)],
      ['503', respondWith(503)],
    ])('a read is retried after %s', async (_name, failure) => {
      const { url, seen } = await serve(failure, respondWith(200, { slug: 'p' }));
      expect((await createTestClient(url).getProject('p')).body).toEqual({ slug: 'p' });
      expect(seen).toHaveLength(2);
    });

    it.each([
      ['is incomplete', breakingOff(200), 'network'],
      ['stalls', stalling, 'timeout'],
    ])('a read fails if every response %s', async (_name, givenRespond, kind) => {
      const { url, seen } = await serve(givenRespond);
      const error = await getFailure(createTestClient(url, { attemptTimeout: 2_000, retries: 1 }).getProject('p'));
      expect(error).toMatchObject({ kind, outcomeUnknown: false });
      expect(seen).toHaveLength(2);
    });

    it('a read is retried at most as often as configured', async () => {
      const { url, seen } = await serve(respondWith(503, '', { 'retry-after': '1' }));
      expect(await getFailure(createTestClient(url, { retries: 2 }).getProject('p'))).toMatchObject({
        kind: 'server',
        status: 503,
      });
      expect(seen).toHaveLength(3);
    });

    it('a read is not retried after the deadline', async () => {
      const { url, seen } = await serve(respondWith(429, '', { 'retry-after': '5' }));
      const error = await getFailure(
        createTestClient(url, { maxRetryAfter: 5_000, totalTimeout: 1_500 }).getProject('p'),
      );
      expect(error.kind).toBe('rate-limited');
      expect(seen).toHaveLength(1);
    });

    it('a rejected read is not retried', async () => {
      const { url, seen } = await serve(respondWith(404));
      expect((await getFailure(createTestClient(url).getProject('p'))).kind).toBe('not-found');
      expect(seen).toHaveLength(1);
    });
  });

  describe('writes without known support for Idempotency-Key', () => {
    it.each([
      ['a broken connection', closeConnection, 'network'],
      ['500', respondWith(500), 'server'],
      ['502', respondWith(502), 'server'],
      ['503 without Retry-After', respondWith(503), 'server'],
      ['408', respondWith(408), 'server'],
    ])(
      'a write without Idempotency-Key support is not retried and is in doubt after %s',
      async (_name, failure, kind) => {
        const { url, seen } = await serve(failure);
        expect(await getFailure(createTestClient(url).createContextItem('p', item, write))).toMatchObject({
          kind,
          outcomeUnknown: true,
        });
        expect(seen).toHaveLength(1);
      },
    );

    it('a write without Idempotency-Key support is in doubt after a timeout', async () => {
      const { url, seen } = await serve(silence);
      const error = await getFailure(
        createTestClient(url, { attemptTimeout: 1_000 }).createContextItem('p', item, write),
      );
      expect(error).toMatchObject({ kind: 'timeout', outcomeUnknown: true });
      expect(seen).toHaveLength(1);
    });

    it.each([
      ['429', respondWith(429, '', { 'retry-after': '0' })],
      ['503 with Retry-After', respondWith(503, '', { 'retry-after': '0' })],
    ])('a write is retried with the same idempotency key after %s', async (_name, failure) => {
      const { url, seen } = await serve(failure, respondWith(201));
      await createTestClient(url).createContextItem('p', item, write);
      expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
    });

    it('a write is not in doubt if the connection was refused', async () => {
      const error = await getFailure(
        createTestClient(await findUnusedAddress(), { retries: 1 }).createContextItem('p', item, write),
      );
      expect(error).toMatchObject({ kind: 'network', outcomeUnknown: false });
    });

    it('a write is not in doubt if the deadline passes during the wait after a 429', async () => {
      const { url } = await serve(respondWith(429, '', { 'retry-after': '5' }));
      const error = await getFailure(
        createTestClient(url, { maxRetryAfter: 5_000, totalTimeout: 1_500 }).createContextItem('p', item, write),
      );
      expect(error).toMatchObject({ kind: 'rate-limited', outcomeUnknown: false });
    });
  });

  describe('writes with support for Idempotency-Key', () => {
    it.each([
      ['a broken connection', closeConnection],
      ['500', respondWith(500)],
    ])('a write with an Idempotency-Key is retried after %s', async (_name, failure) => {
      const { url, seen } = await serve(failure, respondWith(201, { id: 'c1' }));
      expect((await createTestClient(url).createContextItem('p', item, { ...write, repeatable: true })).id).toBe('c1');
      expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
    });
  });

  describe('an AbortSignal', () => {
    it('aborting ends a write in progress, which is then in doubt', async () => {
      const abort = new AbortController();
      const { url, seen } = await serve(() => abort.abort());
      const error = await getFailure(
        createTestClient(url).createContextItem('p', item, { ...write, signal: abort.signal }),
      );
      expect(error).toMatchObject({ kind: 'aborted', outcomeUnknown: true });
      expect(seen).toHaveLength(1);
    });

    it('aborting ends a write whose connection is not established, which is then in doubt', async () => {
      const abort = new AbortController();
      const { url } = await serve(respondWith(201));
      const creation = createTestClient(url).createContextItem('p', item, { ...write, signal: abort.signal });
      await Promise.resolve();
      abort.abort();
      expect(await getFailure(creation)).toMatchObject({ kind: 'aborted', outcomeUnknown: true });
    });

    it('aborting prevents a request that has not started', async () => {
      const { url, seen } = await serve(respondWith(200));
      const error = await getFailure(
        createTestClient(url).createContextItem('p', item, { ...write, signal: AbortSignal.abort() }),
      );
      expect(error).toMatchObject({ kind: 'aborted', outcomeUnknown: false });
      expect(seen).toEqual([]);
    });

    it('aborting ends the wait between attempts', async () => {
      const { url } = await serve(respondWith(503, '', { 'retry-after': '60' }));
      const error = await getFailure(
        createTestClient(url, { maxRetryAfter: 60_000 }).getProject('p', { signal: AbortSignal.timeout(50) }),
      );
      expect(error.kind).toBe('aborted');
    });
  });
});
