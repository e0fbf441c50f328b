import { describe, expect, it } from 'vitest';
import { ERRORS } from './platform/errors/errors.ts';
import type { TestItem } from './testing/service.fixture.ts';
import { errorBody, ITEM, LOG, openService, projectPath, SOURCE } from './testing/service.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A valid request for every operation with a body, and the operation's size limit for bodies. `{itemId}` is replaced by the id of an existing item. */
const BODIES = [
  ['POST', '/context', ITEM, 262_144],
  ['POST', '/data-sources', SOURCE, 262_144],
  ['POST', '/logs', LOG, 1_048_576],
  ['PUT', '/context/{itemId}', ITEM, 262_144],
] as const;

describe.each(BODIES)('JSON body of %s %s', (method, path, validBody, limit) => {
  async function open() {
    const service = await openService();
    const item = await service.create({ title: 'There before' });
    const target = projectPath(path.replace('{itemId}', item.id));
    /** Checks that the rejected request did not change the store. */
    const expectUntouched = async () => {
      expect([
        await service.count('context_items'),
        await service.count('data_sources'),
        await service.count('logs'),
      ]).toEqual([1, 0, 0]);
      expect((await service.sendRequest('GET', projectPath(`/context/${item.id}`))).body).toEqual(item);
    };
    return { ...service, target, expectUntouched };
  }

  it('a client that disconnects while it sends the body is not counted as an internal error', async () => {
    const { app, keys, target, expectUntouched } = await open();
    const client = new AbortController();
    const body = new ReadableStream({
      pull(stream) {
        client.abort();
        stream.error(new Error('aborted'));
      },
    });
    const headers = { ...JSON_TYPE, authorization: `Bearer ${keys.ann}` };
    const response = await app.request(
      new Request(`http://localhost${target}`, { method, headers, body, duplex: 'half', signal: client.signal }),
    );
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
    await expectUntouched();
  });

  it('accepts a valid JSON request body', async () => {
    const { sendRequest, target } = await open();
    expect((await sendRequest(method, target, { json: validBody })).status).toBe(method === 'POST' ? 201 : 200);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'accepts a JSON body with the Content-Type %s',
    async (type) => {
      const { sendRequest, target } = await open();
      const response = await sendRequest(method, target, {
        text: JSON.stringify(validBody),
        headers: { 'content-type': type },
      });
      expect(response.status).toBeLessThan(300);
    },
  );

  it.each([
    ['an unknown property', { ...validBody, colour: 'red' }, 'colour'],
    ['a property in different letter case', { ...validBody, Title: 'x' }, 'Title'],
    ['a property that only responses have', { ...validBody, id: 'mine' }, 'id'],
  ])('rejects a body with %s, and the error names the property', async (_name, json, name) => {
    const { sendRequest, target, expectUntouched } = await open();
    const response = await sendRequest<{ error: { message: string } }>(method, target, { json });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toMatch(new RegExp(`^body\\.${name}: does not exist; `));
    await expectUntouched();
  });

  it.each([
    ['an unclosed brace', '{'],
    ['no characters', ''],
    ['form data', 'title=T'],
    ['two JSON documents', '{}{}'],
    ['JSON with a trailing comma', '{"title":"T",}'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"title"'],
    ['an object without the required properties', '{}'],
  ])('rejects a request body that consists of %s', async (_name, text) => {
    const { sendRequest, target, expectUntouched } = await open();
    expect(await sendRequest(method, target, { text, headers: JSON_TYPE })).toMatchObject(
      errorBody(400, 'invalid_request'),
    );
    await expectUntouched();
  });

  it('rejects a request whose required body is missing', async () => {
    const { sendRequest, target, expectUntouched } = await open();
    expect(await sendRequest(method, target)).toMatchObject(errorBody(400, 'invalid_request'));
    await expectUntouched();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'rejects a request body with the Content-Type %s',
    async (type) => {
      const { sendRequest, target, expectUntouched } = await open();
      const response = await sendRequest(method, target, {
        text: JSON.stringify(validBody),
        headers: { 'content-type': type },
      });
      expect(response).toMatchObject(errorBody(415, 'unsupported_media_type'));
      await expectUntouched();
    },
  );

  it('rejects a request body one byte above the size limit, with and without Content-Length', async () => {
    const { sendRequest, target, expectUntouched } = await open();
    const json = JSON.stringify(validBody);
    const text = json + ' '.repeat(limit + 1 - json.length);
    const headers = { ...JSON_TYPE, 'content-length': String(text.length) };
    expect(await sendRequest(method, target, { text, headers: JSON_TYPE })).toMatchObject(
      errorBody(413, 'payload_too_large'),
    );
    expect(await sendRequest(method, target, { text, headers })).toMatchObject(errorBody(413, 'payload_too_large'));
    await expectUntouched();
  });

  it('accepts a request body of exactly the maximum size', async () => {
    const { sendRequest, target } = await open();
    const json = JSON.stringify(validBody);
    const text = json + ' '.repeat(limit - json.length);
    expect((await sendRequest(method, target, { text, headers: JSON_TYPE })).status).toBeLessThan(300);
  });
});

describe('context item size', () => {
  it('accepts a context item of the maximum length even if every character is escaped', async () => {
    const { sendRequest } = await openService();
    const text = `{"title":"${'\\ud83d\\ude00'.repeat(120)}","content":"${'\\ud83d\\ude00'.repeat(8000)}"}`;
    const response = await sendRequest<TestItem>('POST', projectPath('/context'), { text, headers: JSON_TYPE });
    expect(response).toMatchObject({ status: 201, body: { content: '😀'.repeat(8000) } });
  });
});

describe('unsupported methods', () => {
  it.each([
    ['POST', '', ['GET']],
    ['DELETE', '', ['GET']],
    ['PUT', '/context', ['GET', 'POST']],
    ['DELETE', '/context', ['GET', 'POST']],
    ['POST', '/context/ctx_0', ['DELETE', 'GET', 'PUT']],
    ['PATCH', '/context/ctx_0', ['DELETE', 'GET', 'PUT']],
    ['POST', '/context-search', ['GET']],
    ['PUT', '/data-sources', ['GET', 'POST']],
    ['PUT', '/data-sources/src_0', ['DELETE', 'GET']],
    ['POST', '/members', ['GET']],
    ['DELETE', '/audit', ['GET']],
    ['PUT', '/logs', ['GET', 'POST']],
    ['DELETE', '/logs/log_0', ['GET']],
  ])('%s %s returns 405 and lists the supported methods', async (method, path, allowedMethods) => {
    const { sendRequest } = await openService();
    const response = await sendRequest<{ error: { message: string } }>(method, projectPath(path));
    expect(response).toMatchObject(errorBody(405, 'method_not_allowed'));
    for (const name of allowedMethods) expect(response.body.error.message).toContain(name);
  });

  // According to RFC 9110, section 15.5.6, a 405 response must contain the Allow header.
  it.each([
    ['DELETE', projectPath(), ['GET', 'PATCH']],
    ['PATCH', projectPath('/context/ctx_0'), ['DELETE', 'GET', 'PUT']],
  ])('%s %s returns 405 with an Allow header', async (method, path, allowedMethods) => {
    const { sendRequest } = await openService();
    const allow = (await sendRequest(method, path)).headers.get('allow') ?? '';
    expect(
      allow
        .split(/, */)
        .filter((name) => name !== 'HEAD')
        .sort(),
    ).toEqual(allowedMethods);
  });
});

describe('unknown paths', () => {
  it.each(['/nothing', '/api/v1', projectPath('/nothing'), projectPath('/context/a/b'), '/api/v2/projects/x'])(
    'the path %s returns 404',
    async (path) => {
      const { sendRequest } = await openService();
      expect(await sendRequest('GET', path)).toMatchObject(errorBody(404, 'not_found'));
    },
  );
});

describe('request ids', () => {
  it.each([
    ['a successful request', 'GET', projectPath()],
    ['a failed request', 'GET', projectPath('/context/ctx_0')],
    ['a request with an unsupported method', 'DELETE', projectPath()],
  ])('copies the request id from the request to the response of %s', async (_name, method, path) => {
    const { sendRequest } = await openService();
    const { headers, body } = await sendRequest<{ error?: object }>(method, path, {
      headers: { 'x-request-id': 'my.req_1-a' },
    });
    expect(headers.get('x-request-id')).toBe('my.req_1-a');
    if (body.error) expect(body.error).toMatchObject({ requestId: 'my.req_1-a' });
  });

  it('the service generates a different request id for each request without one', async () => {
    const { sendRequest } = await openService();
    const ids = new Set<string | null>();
    for (let time = 0; time < 3; time += 1) {
      const { headers, body } = await sendRequest<{ error: { requestId: string } }>('GET', '/nothing');
      expect(headers.get('x-request-id')).toBe(body.error.requestId);
      ids.add(headers.get('x-request-id'));
    }
    expect(ids.size).toBe(3);
  });

  it.each(['', 'a b', 'x'.repeat(129), '<script>', 'ä'])(
    'generates a request id if the request contains the invalid id %j',
    async (givenBody) => {
      const { sendRequest } = await openService();
      const { headers } = await sendRequest('GET', projectPath(), { headers: { 'x-request-id': givenBody } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('internal errors', () => {
  it('the service logs an internal error, and the response has the status 500 without details', async () => {
    const { sendRequest, store, reported } = await openService();
    const unexpectedError = new TypeError('secret of the service');
    store.accounts.reachableProject = () => Promise.reject(unexpectedError);
    const response = await sendRequest('GET', projectPath(), { headers: { 'x-request-id': 'r1' } });
    expect(response).toMatchObject({
      status: 500,
      body: { error: { code: 'internal_error', message: ERRORS.internal_error[1], requestId: 'r1' } },
    });
    expect(response.headers.has('retry-after')).toBe(false);
    expect(reported.splice(0)).toEqual([unexpectedError]);
  });
});
