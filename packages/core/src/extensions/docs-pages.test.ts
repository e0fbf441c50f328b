import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { parseBaseUrl } from '../client/base-url.ts';
import { createTransport } from '../client/http-transport.ts';
import { createDocsExtensions, createDocsPreviewExtensions, isChangedMeanwhile } from './docs-pages.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** Starts a server that sends these responses one after another, and returns the operations of its docs portal. */
async function open(...responses: readonly (readonly [status: number, body: unknown])[]) {
  const receivedReceiveds: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '', headers } = request;
    const [status, body] = responses[receivedReceiveds.length] ?? [500, {}];
    receivedReceiveds.push({
      method,
      url: url.slice('/api/v1/projects/p/docs'.length),
      headers,
      body: Buffer.concat(parts),
    });
    response.writeHead(status).end(status === 204 ? '' : JSON.stringify(body));
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = parseBaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = createTransport({ baseUrl, apiKey: 'key', retries: 0 });
  return {
    docs: { ...createDocsExtensions(send), ...createDocsPreviewExtensions(send) },
    received: receivedReceiveds,
  };
}

const CHANGED = [412, { error: { code: 'changed_meanwhile', message: 'changed' } }] as const;
const PAGE = { path: 'a/b', etag: '"1"', title: 'B', markdown: 'x', public: true, order: 0, source: null };

it('the client sends a batch of docs pages as compressed lines with an Idempotency-Key, and returns the ETags', async () => {
  const { docs, received } = await open([201, { pages: [{ path: 'a/b', etag: '"1"' }], warnings: [] }]);
  const lines = [{ path: 'a/b', delete: true, ifMatch: '"0"' } as const];
  const result = await docs.putDocsPages('p', lines, { idempotencyKey: 'k', repeatable: true });
  expect(result.pages).toEqual([{ path: 'a/b', etag: '"1"' }]);
  const [request] = received;
  expect([request?.method, request?.url]).toEqual(['POST', '/pages-batch']);
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    'idempotency-key': 'k',
  });
  expect(gunzipSync(request?.body ?? '').toString()).toBe(`${JSON.stringify(lines[0])}\n`);
});

it('the client reads docs pages at their encoded paths, and returns undefined for a missing page', async () => {
  const { docs, received } = await open([200, PAGE], [404, { error: { code: 'not_found', message: 'no page' } }]);
  expect(await docs.getDocsPage('p', 'a/b')).toEqual({ ...PAGE, description: '' });
  expect(await docs.getDocsPage('p', 'a/b')).toBeUndefined();
  expect(received[0]?.url).toBe('/pages/a%2Fb');
});

it('the client reads all pages of a list, and fails if a page links back to an earlier one', async () => {
  const part = (next: string | null) => [200, { pages: [PAGE], next }] as const;
  const collect = async (...nexts: readonly (string | null)[]) => {
    const { docs } = await open(...nexts.map(part));
    const paths: string[] = [];
    for await (const pages of docs.listDocsPages('p')) paths.push(...pages.map(({ path }) => path));
    return paths;
  };
  expect(await collect('x', null)).toEqual(['a/b', 'a/b']);
  await expect(collect('x', 'y', 'x')).rejects.toThrow('did not return what the OpenAPI document declares');
});

it('the client changes docs settings and files only if their version matches, and keeps unknown settings', async () => {
  const { docs, received } = await open([200, {}], [201, {}], [200, {}], CHANGED, [
    404,
    { error: { code: 'not_found' } },
  ]);
  await docs.putDocsSettings('p', {
    etag: '"s"',
    title: null,
    navigation: null,
    updatedAt: 'now',
    url: 'https://docs.example.com',
    accentColor: 'red',
  });
  await docs.putDocsFile('p', 'img/a.png', new Uint8Array([1]), null);
  await docs.putDocsFile('p', 'img/a.png', new Uint8Array([2]), 'abc');
  const error = await docs.putDocsFile('p', 'img/a.png', new Uint8Array([3]), 'abc').catch((thrown: unknown) => thrown);
  expect(isChangedMeanwhile(error)).toBe(true);
  await docs.deleteDocsFile('p', 'img/a.png', 'abc');
  expect(received.map(({ headers }) => headers['if-match'] ?? headers['if-none-match'])).toEqual([
    '"s"',
    '*',
    '"abc"',
    '"abc"',
    '"abc"',
  ]);
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({ title: null, navigation: null, accentColor: 'red' });
  expect([received[1]?.url, [...(received[1]?.body ?? [])]]).toEqual(['/assets/img%2Fa.png', [1]]);
});

it('the client reads and stores previews, and returns undefined for a missing preview', async () => {
  const preview = { path: '/p/p/~a', url: null, pages: 1, expiresAt: '2026-01-15T00:00:00.000Z' };
  const { docs, received } = await open([200, preview], [404, { error: { code: 'not_found' } }], [201, preview]);
  expect(await docs.getDocsPreview('p', 'aa')).toEqual(preview);
  expect(await docs.getDocsPreview('p', 'bb')).toBeUndefined();
  const line = { path: 'a', title: 'A', description: '', markdown: 'Text', public: true, order: 0 };
  expect(await docs.putDocsPreview('p', 'bb', [line])).toEqual(preview);
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /previews/aa',
    'GET /previews/bb',
    'PUT /previews/bb',
  ]);
});
