import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { errorBody, openService, projectPath } from '../../testing/service.fixture.ts';

interface Page {
  readonly etag: string;
  readonly title: string;
  readonly markdown: string;
  readonly warnings: readonly string[];
}

const PAGES = projectPath('/docs/pages');
const SETTINGS = projectPath('/docs/settings');
const BATCH = projectPath('/docs/pages-batch');
const START = { title: 'Start', markdown: '# Start\n\nInstall the client.\n' };

const pagePath = (path: string) => `${PAGES}/${encodeURIComponent(path)}`;

async function open() {
  const service = await openService();
  const { sendRequest } = service;
  return {
    ...service,
    put: (path: string, json: object = START, headers: Record<string, string> = {}) =>
      sendRequest<Page>('PUT', pagePath(path), { json, headers }),
    batch: (lines: readonly (object | string)[], headers: Record<string, string> = {}) =>
      sendRequest<Record<string, unknown>>('POST', BATCH, {
        text: lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
        headers: { 'content-type': 'application/x-ndjson', ...headers },
      }),
    paths: async () => {
      const { body } = await sendRequest<{ pages: { path: string }[] }>('GET', PAGES);
      return body.pages.map(({ path }) => path);
    },
  };
}

describe('/docs/settings', () => {
  it('the docs of a project are not published by default', async () => {
    const { sendRequest } = await open();
    expect(await sendRequest('GET', SETTINGS)).toMatchObject({
      status: 200,
      body: { title: null, published: false, anonymousRead: true, navigation: null, updatedAt: null },
    });
  });

  it('the docs settings are replaced only if their version matches If-Match', async () => {
    const { sendRequest } = await open();
    const first = await sendRequest<Page>('GET', SETTINGS);
    expect(first.headers.get('etag')).toBe(first.body.etag);
    const headers = { 'if-match': first.body.etag };
    const navigation = [{ title: 'Guides', items: [{ title: 'Start', path: 'start' }] }];
    const json = { title: 'Pets', published: true, navigation };
    const replacedResponse = await sendRequest<Page>('PUT', SETTINGS, { json, headers });
    expect(replacedResponse).toMatchObject({ status: 200, body: { ...json, description: '' } });
    const lateResponse = await sendRequest('PUT', SETTINGS, { json: { title: 'Late' }, headers });
    expect(lateResponse).toMatchObject({
      status: 412,
      body: { error: { code: 'changed_meanwhile' }, current: replacedResponse.body, sent: { title: 'Late' } },
    });
    expect((await sendRequest('GET', SETTINGS)).body).toEqual(replacedResponse.body);
  });

  it('the response of GET /docs/settings can be changed and sent back, and its read-only properties are ignored', async () => {
    const { sendRequest } = await open();
    const { body } = await sendRequest<Page & { url: string | null }>('GET', SETTINGS);
    const sent = { ...body, title: 'Pets', url: 'https://other.example.com', updatedAt: 1 };
    const replacedResponse = await sendRequest<Page>('PUT', SETTINGS, { json: sent });
    expect(replacedResponse).toMatchObject({ status: 200, body: { title: 'Pets', url: body.url } });
    expect(replacedResponse.body.etag).not.toBe(body.etag);
    expect((await sendRequest('GET', SETTINGS)).body).toEqual(replacedResponse.body);
    const withoutThem = await sendRequest<Page>('PUT', SETTINGS, { json: { title: 'Pets' } });
    expect(withoutThem.body).toEqual({ ...replacedResponse.body, updatedAt: expect.any(String) });
  });

  it.each([
    [{ title: '' }, 'body.title'],
    [{ navigation: [{ title: 'A', path: 'A B' }] }, 'body.navigation[0].path'],
    [
      {
        navigation: [
          {
            title: 'a',
            items: [{ title: 'b', items: [{ title: 'c', items: [{ title: 'd', items: [{ title: 'e' }] }] }] }],
          },
        ],
      },
      'body.navigation',
    ],
  ])('PUT /docs/settings rejects the settings %j', async (json, invalidProperty) => {
    const { sendRequest } = await open();
    const { status, body } = await sendRequest<{ error: { details: { where: string }[] } }>('PUT', SETTINGS, { json });
    expect([status, body.error.details[0]?.where]).toEqual([400, invalidProperty]);
  });
});

describe('/docs/pages', () => {
  it('a docs page can be created, read, replaced, listed and deleted', async () => {
    const { sendRequest, put } = await open();
    const createdResponse = await put('guides/start');
    expect(createdResponse).toMatchObject({
      status: 201,
      body: { path: 'guides/start', ...START, description: '', public: true, order: 0, source: null, warnings: [] },
    });
    expect(createdResponse.headers.get('location')).toBe(pagePath('guides/start'));
    const { warnings, ...stored } = createdResponse.body;
    const read = await sendRequest<Page>('GET', pagePath('guides/start'));
    expect([read.status, read.body, read.headers.get('etag')]).toEqual([200, stored, stored.etag]);
    const source = { file: 'docs/start.md', commit: 'abc1234', editUrl: 'https://git.example.com/edit/start.md' };
    expect(await put('guides/start', { ...START, title: 'Other', source })).toMatchObject({
      status: 200,
      body: { title: 'Other', source },
    });
    const list = await sendRequest<{ pages: object[] }>('GET', PAGES);
    expect(list.body).toMatchObject({ pages: [{ path: 'guides/start', title: 'Other' }], next: null });
    expect(list.body.pages[0]).not.toHaveProperty('markdown');
    expect((await sendRequest('DELETE', pagePath('guides/start'))).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect(await sendRequest(method, pagePath('guides/start'))).toMatchObject(errorBody(404, 'not_found'));
  });

  it('the response of GET or PUT for a docs page can be changed and sent back', async () => {
    const { sendRequest, put } = await open();
    const created = await put('start', { ...START, order: 3 });
    const read = await sendRequest<Page>('GET', pagePath('start'));
    for (const { body } of [created, read]) {
      const changed = await put('start', { ...body, path: 'other', title: 'Changed' });
      expect(changed).toMatchObject({ status: 200, body: { path: 'start', title: 'Changed', order: 3 } });
      expect((await put('start', START)).body).toMatchObject({ ...START, order: 0 });
    }
    expect((await sendRequest('GET', pagePath('other'))).status).toBe(404);
  });

  it('if two people change a docs page, the page keeps the first change, and the second person gets both versions', async () => {
    const { sendRequest, put } = await open();
    const { body } = await put('start');
    const headers = { 'if-match': body.etag };
    const ann = await put('start', { ...START, title: 'Ann' }, headers);
    expect(ann.status).toBe(200);
    const lateResponse = await put('start', { ...START, title: 'Bob' }, headers);
    expect(lateResponse).toMatchObject({
      status: 412,
      body: { error: { code: 'changed_meanwhile' }, current: { title: 'Ann' }, sent: { title: 'Bob' } },
    });
    expect(lateResponse.headers.get('etag')).toBe(ann.body.etag);
    expect(await sendRequest('DELETE', pagePath('start'), { headers })).toMatchObject({
      status: 412,
      body: { current: { title: 'Ann' }, sent: null },
    });
    expect((await put('start', { ...START, title: 'Both' }, { 'if-match': ann.body.etag })).status).toBe(200);
    expect(await put('none', START, headers)).toMatchObject({ status: 412, body: { current: null } });
  });

  it('the list of docs pages is paginated and contains each page once', async () => {
    const { sendRequest, put } = await open();
    for (const path of ['c', 'a', 'b/x', 'b', 'b-1']) await put(path);
    const listedPaths: string[] = [];
    let cursor: string | null = '';
    for (let part = 0; part < 5 && cursor !== null; part += 1) {
      const query: string = `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await sendRequest<{ pages: { path: string }[]; next: string | null }>('GET', `${PAGES}${query}`);
      listedPaths.push(...body.pages.map(({ path }) => path));
      cursor = body.next;
    }
    expect(listedPaths).toEqual(['a', 'b', 'b-1', 'b/x', 'c']);
  });

  it('storing a docs page returns warnings about unsupported content and about links to missing pages', async () => {
    const { put } = await open();
    const markdown = '<script>alert(1)</script>\n\n[a](missing.md) [b](start.md) <b style="x" onclick="y">c</b>';
    expect((await put('start', { ...START, markdown })).body.warnings).toEqual([
      'removed <script>, which pages cannot contain',
      'removed the attribute "style"',
      'removed an event handler',
      'links to "missing", which is not a page',
    ]);
  });

  it.each(['Start', 'a//b', '-a', 'a/../b', 'a.md', 'a b', 'ä', 'a/b/c/d/e/f/g/h/i', 'x'.repeat(161)])(
    'POST /docs/pages rejects the path %s',
    async (path) => {
      const { put } = await open();
      expect(await put(path)).toMatchObject(errorBody(400, 'invalid_request'));
    },
  );

  it('POST /docs/pages rejects a text over 256 KiB', async () => {
    const { put } = await open();
    expect(await put('a', { title: 'A', markdown: 'ä'.repeat(131_073) })).toMatchObject(
      errorBody(400, 'invalid_request'),
    );
    expect((await put('a', { title: 'A', markdown: 'ä\n'.repeat(87_381) })).status).toBe(201);
  });
});

describe('/docs/pages-batch', () => {
  it('a batch stores, moves and deletes docs pages, and a repeated batch changes nothing', async () => {
    const { batch, put, paths } = await open();
    for (const path of ['old', 'moved', 'same']) await put(path);
    const lines = [
      { path: 'new', ...START },
      { path: 'guides/moved', ...START, movedFrom: 'moved' },
      { path: 'same', ...START },
      { path: 'old', delete: true },
    ];
    expect(await batch(lines)).toMatchObject({
      status: 201,
      body: { created: 2, updated: 0, unchanged: 1, deleted: 1, warnings: [] },
    });
    expect(await paths()).toEqual(['guides/moved', 'new', 'same']);
    expect((await batch(lines)).body).toMatchObject({ created: 0, updated: 0, unchanged: 3, deleted: 0 });
  });

  it('two pages can swap their paths', async () => {
    const { batch, sendRequest } = await open();
    await batch([
      { path: 'a', title: 'A', markdown: 'a' },
      { path: 'b', title: 'B', markdown: 'b' },
    ]);
    await batch([
      { path: 'b', title: 'A', markdown: 'a', movedFrom: 'a' },
      { path: 'a', title: 'B', markdown: 'b', movedFrom: 'b' },
    ]);
    const titles = await Promise.all(
      ['a', 'b'].map(async (path) => (await sendRequest<Page>('GET', pagePath(path))).body.title),
    );
    expect(titles).toEqual(['B', 'A']);
  });

  it('a docs batch with an invalid line stores nothing, and the error states the line', async () => {
    const { batch, paths } = await open();
    const lines = [
      { path: 'a', ...START },
      '{"path":',
      { path: 'b' },
      { path: 'a', ...START },
      { path: 'C', delete: true },
    ];
    const { status, body } = await batch(lines);
    expect([status, body]).toMatchObject([
      400,
      {
        error: {
          details: [
            { where: 'line 2' },
            { where: 'line 3.title' },
            { where: 'line 3.markdown' },
            { where: 'line 4.path', message: 'is the path of line 1 as well' },
            { where: 'line 5.path' },
          ],
        },
      },
    ]);
    expect(await paths()).toEqual([]);
  });

  it('a docs batch changes nothing if a page has a different version from the one that a line expects', async () => {
    const { batch, put, paths } = await open();
    const [{ body: own }, { body: other }] = [await put('own'), await put('other')];
    const lateResponse = await batch([
      { path: 'new', ...START, ifMatch: null },
      { path: 'own', title: 'Own', markdown: 'x', ifMatch: own.etag },
      { path: 'other', ...START, ifMatch: null },
      { path: 'moved', ...START, ifMatch: null, movedFrom: 'own', movedFromIfMatch: other.etag },
      { path: 'gone', delete: true, ifMatch: own.etag },
    ]);
    expect([lateResponse.status, lateResponse.body]).toMatchObject([
      412,
      { error: { code: 'changed_meanwhile', details: [{ where: 'other' }, { where: 'own' }, { where: 'gone' }] } },
    ]);
    expect(await paths()).toEqual(['other', 'own']);
  });

  it('a docs batch returns the ETags of the stored pages, with which the pages can be changed and deleted', async () => {
    const { batch, paths, sendRequest } = await open();
    const first = await batch([
      { path: 'a', ...START, ifMatch: null },
      { path: 'b', ...START, ifMatch: null, source: { file: 'b.md' } },
    ]);
    const pages = first.body.pages as Page[];
    for (const { path, etag } of pages as unknown as { path: string; etag: string }[])
      expect((await sendRequest<Page>('GET', pagePath(path))).body.etag).toBe(etag);
    const second = await batch([
      { path: 'c', ...START, ifMatch: null, movedFrom: 'a', movedFromIfMatch: pages[0]?.etag },
      { path: 'b', delete: true, ifMatch: pages[1]?.etag },
    ]);
    expect([second.status, await paths()]).toEqual([201, ['c']]);
  });

  it('a docs batch has at most 500 lines', async () => {
    const { batch, paths } = await open();
    const lines = Array.from({ length: 501 }, (_, index) => ({ path: `p${index}`, delete: true }));
    expect(await batch(lines)).toMatchObject(errorBody(400, 'invalid_request'));
    expect((await batch(lines.slice(1))).status).toBe(201);
    expect(await paths()).toEqual([]);
  });

  it('a docs batch is executed once per Idempotency-Key, and may be compressed', async () => {
    const { app, keys, batch, paths } = await open();
    const lines = [{ path: 'a', ...START }];
    const headers = { 'idempotency-key': 'k' };
    const first = await batch(lines, headers);
    expect(first.body).toMatchObject({ created: 1 });
    const second = await batch(lines, headers);
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    const compressedBuffer = gzipSync(`${JSON.stringify({ path: 'b', ...START })}\n`);
    const sentResponse = await app.request(BATCH, {
      method: 'POST',
      body: compressedBuffer,
      headers: {
        authorization: `Bearer ${keys.ann}`,
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      },
    });
    expect([sentResponse.status, await paths()]).toEqual([201, ['a', 'b']]);
  });

  it('a docs batch returns warnings about links to pages that do not exist after the batch', async () => {
    const { batch, put } = await open();
    await put('gone');
    const markdown = '[a](gone.md) [b](b.md) [c](../top.md)';
    const { body } = await batch([
      { path: 'guides/a', title: 'A', markdown },
      { path: 'guides/b', ...START },
      { path: 'gone', delete: true },
    ]);
    expect(body.warnings).toEqual([
      { path: 'guides/a', message: 'links to "guides/gone", which is not a page' },
      { path: 'guides/a', message: 'links to "top", which is not a page' },
    ]);
  });
});
