import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hasBrowser, openPages } from '../../testing/chromium.fixture.ts';
import { errorBody, OWN_PROJECT, openService, projectPath, type TestApp } from '../../testing/service.fixture.ts';
import { detectAssetType } from './asset-type.ts';

interface Asset {
  readonly path: string;
  readonly sha256: string;
  readonly mediaType: string;
}

const ASSETS = projectPath('/docs/assets');
const PORTAL = `/p/${OWN_PROJECT}`;
const PNG = createPng();
const SVG =
  '<?xml version="1.0"?>\n<!-- a --><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>parent.hit = 1; alert(1)</script></svg>';

/** Returns a PNG image of one pixel. Its chunks have valid checksums, because browsers check those of required chunks. */
function createPng(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(computeCrc(content));
    return Buffer.concat([size, content, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from([0, 255, 0, 0]));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function computeCrc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function createClient(
  { keys, sendRequest }: Pick<TestApp, 'sendRequest'> & { readonly keys: { readonly ann: string } },
  request: (path: string, init: RequestInit) => Response | Promise<Response>,
) {
  const send = (method: string, path: string, body?: Buffer | string, headers: Record<string, string> = {}) =>
    request(`${ASSETS}/${encodeURIComponent(path)}`, {
      method,
      headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/octet-stream', ...headers },
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    });
  return {
    send,
    async put(path: string, body: Buffer | string): Promise<Asset> {
      const response = await send('PUT', path, body);
      expect(response.status).toBeLessThan(300);
      return (await response.json()) as Asset;
    },
    async publish(markdown: string) {
      await sendRequest('PUT', projectPath('/docs/pages/guides%2Fa'), { json: { title: 'A', markdown } });
      await sendRequest('PUT', projectPath('/docs/settings'), { json: { published: true } });
    },
  };
}

async function open() {
  const service = await openService();
  return { ...service, ...createClient(service, (path, init) => service.app.request(path, init)) };
}

describe('/docs/assets', () => {
  it('a file of a docs portal can be stored, downloaded, replaced, listed and deleted', async () => {
    const { send, put, sendRequest, count } = await open();
    const createdResponse = await send('PUT', 'img/Logo (1).png', PNG);
    expect([createdResponse.status, await createdResponse.json()]).toMatchObject([
      201,
      {
        path: 'img/Logo (1).png',
        mediaType: 'image/png',
        bytes: PNG.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const read = await send('GET', 'img/Logo (1).png');
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(Buffer.from(await read.arrayBuffer()).equals(PNG)).toBe(true);
    expect((await send('PUT', 'img/Logo (1).png', 'text')).status).toBe(200);
    expect((await sendRequest('GET', ASSETS)).body).toMatchObject({
      assets: [{ path: 'img/Logo (1).png', mediaType: 'text/plain; charset=utf-8', bytes: 4 }],
      next: null,
    });
    await put('other.txt', 'text');
    expect(await count('docs_files')).toBe(1);
    expect((await send('DELETE', 'img/Logo (1).png')).status).toBe(204);
    expect((await send('GET', 'other.txt')).status).toBe(200);
    expect((await send('DELETE', 'other.txt')).status).toBe(204);
    expect([(await send('GET', 'other.txt')).status, await count('docs_files')]).toEqual([404, 0]);
  });

  it('a file of a docs portal is replaced or deleted only if its version matches If-Match', async () => {
    const { send, put } = await open();
    const { sha256 } = await put('a', 'one');
    const create = { 'if-none-match': '*' };
    expect((await send('PUT', 'a', 'two', create)).status).toBe(412);
    expect((await send('PUT', 'a', 'one', create)).status).toBe(200);
    expect((await send('PUT', 'b', 'two', create)).status).toBe(201);
    const ifMatchHeader = { 'if-match': `"${sha256}"` };
    expect((await send('PUT', 'a', 'three', ifMatchHeader)).status).toBe(200);
    expect((await send('PUT', 'a', 'four', ifMatchHeader)).status).toBe(412);
    expect((await send('DELETE', 'a', undefined, ifMatchHeader)).status).toBe(412);
    expect((await send('DELETE', 'a')).status).toBe(204);
  });

  it('the docs portal rejects an empty file, a file over 5 MiB, and an invalid path', async () => {
    const { send } = await open();
    expect((await send('PUT', 'a', '')).status).toBe(400);
    expect((await send('PUT', 'a', Buffer.alloc(5_242_881))).status).toBe(413);
    expect((await send('PUT', 'a', Buffer.alloc(5_242_880, 1))).status).toBe(201);
    for (const path of ['../a', 'a/../b', 'a//b', '/a', 'a\\b', 'a\u0001', 'x'.repeat(161)]) {
      const response = await send('PUT', path, 'a');
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        400,
        errorBody(400, 'invalid_request').body,
      ]);
    }
  });
});

describe('the type of a file', () => {
  it.each<[string, Buffer | string, string, boolean]>([
    ['a PNG image', PNG, 'image/png', true],
    ['a JPEG image', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', true],
    ['a GIF image', 'GIF89a', 'image/gif', true],
    ['a WebP image', 'RIFF0000WEBP', 'image/webp', true],
    ['an SVG image', SVG, 'image/svg+xml', false],
    ['an HTML page', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8', false],
    ['HTML before an SVG image', '<html><svg>', 'text/plain; charset=utf-8', false],
    ['a script', 'alert(1)', 'text/plain; charset=utf-8', false],
    ['a PDF document', '%PDF-1.7 <script>', 'application/pdf', false],
    ['other bytes', Buffer.from([0xff, 0x00, 0x01]), 'application/octet-stream', false],
    ['text with NUL', 'a\0b', 'application/octet-stream', false],
  ])('the media type of a portal file is determined by its content: %s', (_name, content, mediaType, isShown) => {
    expect(detectAssetType(Buffer.from(content))).toEqual({ mediaType, isShown });
  });
});

describe('files in the portal', () => {
  it('pages embed a file with a URL that contains the hash of its content, so that the content of a URL never changes', async () => {
    const { app, put, publish } = await open();
    const { sha256 } = await put('guides/img/a b.png', PNG);
    await publish('![a](<img/a b.png>) ![b](/guides/img/a%20b.png) ![c](img/missing.png)');
    const page = await (await app.request(`${PORTAL}/guides/a`)).text();
    const address = `${PORTAL}/assets/${sha256}/a%20b.png`;
    expect([...page.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      address,
      address,
      `${PORTAL}/guides/img/missing.png`,
    ]);
    const image = await app.request(address);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
    });
    const byPath = await app.request(`${PORTAL}/guides/img/a%20b.png`);
    expect([byPath.status, byPath.headers.get('location')]).toEqual([307, address]);
    await put('guides/img/a b.png', 'GIF89a');
    const changed = await (await app.request(`${PORTAL}/guides/a`)).text();
    expect(changed).not.toContain(sha256);
    expect((await app.request(address)).status).toBe(404);
  });

  it('files that are not images and SVG images are downloaded when their URL is opened', async () => {
    const { app, put, publish } = await open();
    const files = [await put('a.svg', SVG), await put('b.png', '<script>alert(1)</script>')];
    await publish('text');
    for (const { path, sha256 } of files) {
      const response = await app.request(`${PORTAL}/assets/${sha256}/${path}`);
      expect([response.status, response.headers.get('content-disposition')]).toEqual([200, 'attachment']);
      expect(response.headers.get('content-type')).not.toContain('html');
    }
  });

  it('files of a portal that is not published return 404', async () => {
    const { app, put } = await open();
    const { sha256 } = await put('a.png', PNG);
    expect((await app.request(`${PORTAL}/assets/${sha256}/a.png`)).status).toBe(404);
  });

  it.skipIf(!hasBrowser)('images are shown in a browser, and the script of an SVG image does not run', async () => {
    const openedPages = await openPages();
    const { put, publish } = createClient(openedPages, (path, init) => fetch(`${openedPages.url}${path}`, init));
    await put('guides/a.png', PNG);
    await put('guides/a.svg', SVG);
    await publish('![png](a.png) ![svg](a.svg)');
    const dialogs: string[] = [];
    openedPages.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      dialog.dismiss().catch(() => undefined);
    });
    await openedPages.page.goto(`${openedPages.url}${PORTAL}/guides/a`, { waitUntil: 'networkidle' });
    const widths = await openedPages.page.evaluate('[...document.images].map((image) => image.naturalWidth)');
    expect([widths, await openedPages.page.evaluate('window.hit'), dialogs]).toEqual([[1, 9], undefined, []]);
  });
});
