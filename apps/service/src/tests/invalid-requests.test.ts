import { gzipSync } from 'node:zlib';
import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { describe, expect, it } from 'vitest';
import type { ErrorDetail } from '../platform/errors/errors.ts';
import {
  createResources,
  fillPath,
  OPERATIONS,
  OPERATIONS_OUTSIDE_PROJECTS,
  WRITES,
} from '../testing/operations.fixture.ts';
import { errorBody, ITEM, LOG, openService, projectPath } from '../testing/service.fixture.ts';

interface Refused {
  readonly error: { readonly message: string; readonly details?: readonly ErrorDetail[] };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('unknown query parameters', () => {
  it.each([
    ...OPERATIONS.map((operation) => ({ ...operation, path: projectPath(fillPath(operation)) })),
    ...OPERATIONS_OUTSIDE_PROJECTS.map((operation) => ({ ...operation, path: fillPath(operation) })),
  ])(
    '$method $path rejects an unknown query parameter, and the error names the parameter',
    async ({ method, path: target, ...rest }) => {
      const { sendRequest, count } = await openService();
      const response = await sendRequest<Refused>(
        method,
        `${target}${target.includes('?') ? '&' : '?'}colour=red`,
        rest,
      );
      expect(response).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.message).toMatch(
        /^query\.colour: does not exist; remove it(, or use one of "\w+".*)?$/,
      );
      expect([await count('context_items'), await count('data_sources'), await count('logs')]).toEqual([0, 0, 0]);
    },
  );
});

describe('compressed bodies', () => {
  const bodies = WRITES.filter(
    ({ path, json, text }) =>
      (json !== undefined || text !== undefined) &&
      !/((logs|pages)-batch|logs-har|traces|previews\/\{hash\})$/.test(path),
  );

  it.each(bodies)('$method $path rejects a compressed body', async (operation) => {
    const { method, json, text, headers } = operation;
    const service = await openService();
    const { app, keys, readStored } = service;
    const path = projectPath(fillPath(operation, await createResources(service)));
    const [before] = await readStored();
    const response = await app.request(path, {
      method,
      headers: { ...JSON_TYPE, ...headers, authorization: `Bearer ${keys.ann}`, 'content-encoding': 'gzip' },
      body: gzipSync(text ?? JSON.stringify(json)),
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept-encoding')).toBe('identity');
    expect(await response.json()).toMatchObject({
      error: {
        code: 'unsupported_media_type',
        message: 'The body must not be compressed: leave out Content-Encoding (got "gzip")',
      },
    });
    expect((await readStored())[0]).toEqual(before);
  });

  it.each([
    ['deflate', 'deflate'],
    ['br', 'br'],
    ['two encodings', 'gzip, identity'],
    ['5,000 letters, which the error truncates', 'x'.repeat(5_000)],
  ])('rejects a request body with a Content-Encoding of %s', async (_name, encoding) => {
    const { sendRequest } = await openService();
    const response = await sendRequest<Refused>('POST', projectPath('/context'), {
      json: ITEM,
      headers: { 'content-encoding': encoding },
    });
    expect(response).toMatchObject(errorBody(415, 'unsupported_media_type'));
    expect(response.body.error.message.length).toBeLessThan(150);
  });

  it('the MCP endpoint rejects a compressed body', async () => {
    const { sendRequest } = await openService();
    const headers = { host: 'localhost', 'content-encoding': 'gzip' };
    expect(await sendRequest('POST', '/mcp', { json: {}, headers })).toMatchObject(
      errorBody(415, 'unsupported_media_type'),
    );
  });

  it.each(['identity', ' Identity '])('accepts an uncompressed body with the Content-Encoding %j', async (encoding) => {
    const { sendRequest } = await openService();
    const headers = { 'content-encoding': encoding };
    expect((await sendRequest('POST', projectPath('/context'), { json: ITEM, headers })).status).toBe(201);
  });
});

describe('several problems in a request', () => {
  it('the error response lists every invalid query parameter with its location', async () => {
    const { sendRequest } = await openService();
    const { body } = await sendRequest<Refused>('GET', projectPath('/logs?status=x&limit=0&since=yesterday'));
    expect(body.error.details?.map(({ where }) => where)).toEqual(['query.status', 'query.since', 'query.limit']);
    expect(body.error.message).toBe(`query.status: ${body.error.details?.[0]?.message}`);
  });

  it('the error response lists every invalid property of the body', async () => {
    const { sendRequest } = await openService();
    const json = { installationId: 'x', owner: 1, repo: 1, branch: 1, category: 1, provider: 1, siteUrl: 1 };
    const { body } = await sendRequest<Refused>('POST', projectPath('/data-sources'), { json });
    expect(body.error.details?.map(({ where }) => where)).toEqual(Object.keys(json).map((name) => `body.${name}`));
  });
});

describe('context item limits', () => {
  // OpenAPI 3.1 counts code points, so an emoji is one character, although its length in JavaScript is two.
  it.each([
    ['letters', 'x'],
    ['characters beyond the Basic Multilingual Plane', '😀'],
    ['letters with combining accents', 'e\u0301'],
  ])('the length limits of a context item count code points in %s', async (_name, text) => {
    const { sendRequest } = await openService();
    const points = [...text].length;
    const most = (limit: number) => text.repeat(limit / points);
    const post = (title: string, content: string) =>
      sendRequest<Refused>('POST', projectPath('/context'), { json: { title, content } });
    expect((await post(most(120), most(8000))).status).toBe(201);
    expect((await post(`${most(120)}x`, '')).body.error.details).toMatchObject([{ where: 'body.title' }]);
    expect((await post('T', `${most(8000)}x`)).body.error.details).toMatchObject([{ where: 'body.content' }]);
  });
});

describe('nested JSON', () => {
  const log = (request: string) =>
    `${JSON.stringify({ ...LOG, request: 0 }).replace('"request":0', `"request":${request}`)}`;

  it('stores JSON nested up to the depth limit and returns it unchanged', async () => {
    const { sendRequest } = await openService();
    const addedResponse = await sendRequest<{ id: string }>('POST', projectPath('/logs'), {
      text: log(nest(MAX_JSON_DEPTH)),
      headers: JSON_TYPE,
    });
    expect(addedResponse.status).toBe(201);
    const { body } = await sendRequest<{ request: unknown }>('GET', projectPath(`/logs/${addedResponse.body.id}`));
    expect(JSON.stringify(body.request)).toBe(nest(MAX_JSON_DEPTH));
  });

  it.each([
    ['one level more than the limit', MAX_JSON_DEPTH + 1],
    ['deeper than the stack', 200_000],
  ])('rejects JSON nested beyond the depth limit: %s', async (_name, levels) => {
    const { sendRequest } = await openService();
    const response = await sendRequest<Refused>('POST', projectPath('/logs'), {
      text: log(nest(levels)),
      headers: JSON_TYPE,
    });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain('body.request');
  });

  it('rejects deeply nested arrays as the title of a context item', async () => {
    const { sendRequest } = await openService();
    const text = JSON.stringify({ ...ITEM, title: 0 }).replace('"title":0', `"title":${nest(100_000)}`);
    expect(await sendRequest('POST', projectPath('/context'), { text, headers: JSON_TYPE })).toMatchObject(
      errorBody(400, 'invalid_request'),
    );
  });
});
