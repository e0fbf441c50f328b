import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { call, openMcp } from '../../testing/mcp.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function open(...givenArguments: Parameters<typeof openMcp>) {
  const mcp = await openMcp(...givenArguments);
  const post = (headers: Record<string, string> = {}, body = JSON.stringify(INITIALIZE), method = 'POST') =>
    fetch(mcp.url, {
      method,
      headers: { ...TYPES, authorization: `Bearer ${mcp.keys.ann}`, ...headers },
      ...(method === 'GET' ? {} : { body }),
    });
  return { ...mcp, post };
}

/** Sends a request with a custom Host header, which `fetch` cannot send. */
function postAs(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sentRequest = request(url, { method: 'POST', headers: { ...TYPES, ...headers } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sentRequest.on('error', reject);
    sentRequest.end(JSON.stringify(INITIALIZE));
  });
}

describe('MCP authentication', () => {
  it.each(['', 'Bearer', 'Bearer csk_unknown', 'Basic YTpi'])(
    'the MCP endpoint returns 401 with WWW-Authenticate for the Authorization header %j',
    async (authorization) => {
      const { post, url } = await open();
      const response = await post({ authorization });
      const error = authorization.startsWith('Bearer ') ? 'error="invalid_token", ' : '';
      const metadata = url.replace('/mcp', '/.well-known/oauth-protected-resource/mcp');
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer ${error}resource_metadata="${metadata}", scope="mcp:read"`,
      ]);
      expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
    },
  );

  it('an anonymous MCP request counts towards the rate limit of its IP address', async () => {
    const { url, store } = await open({}, { anonymous: { requests: 2, window: 60 } });
    await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
    const sendRequest = () => fetch(url, { method: 'POST', headers: TYPES, body: JSON.stringify(INITIALIZE) });
    const first = await sendRequest();
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"anonymous"')]);
    await sendRequest();
    const third = await sendRequest();
    expect([third.status, Number(third.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });
});

describe('MCP rate limit', () => {
  it('an MCP request with a valid key counts towards the rate limit of its key', async () => {
    const { post } = await open({}, { key: { requests: 1, window: 60 } });
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
  });
});

describe('Host and Origin', () => {
  it.each<[string, Record<string, string>, number]>([
    ['the loopback address', {}, 200],
    ['localhost', { host: 'localhost:1' }, 200],
    ['the IPv6 loopback address', { host: '[::1]:8787' }, 200],
    ['another host name', { host: 'evil.example.com' }, 403],
    ['another host name with the same prefix', { host: 'localhost.evil.example.com' }, 403],
    ['an allowed host name', { host: 'docs.example.com' }, 200],
    ['an allowed host name with a port', { host: 'docs.example.com:8443' }, 200],
    ['a page on localhost', { origin: 'http://localhost:3000' }, 200],
    ['a page of an allowed site', { origin: 'https://docs.example.com' }, 200],
    ['a page of another site', { origin: 'https://evil.example.com' }, 403],
    ['a page with the origin "null"', { origin: 'null' }, 403],
  ])(
    'the MCP endpoint allows or rejects a request by its Host and Origin headers: %s',
    async (_name, headers, expected) => {
      const { url, keys } = await open({ hosts: ['docs.example.com'] });
      const { status, body } = await postAs(url, { authorization: `Bearer ${keys.ann}`, ...headers });
      expect(status).toBe(expected);
      if (expected === 403) {
        expect(JSON.parse(body)).toMatchObject({
          jsonrpc: '2.0',
          error: { message: expect.stringContaining('--mcp-hosts') },
        });
      }
    },
  );

  it('the MCP endpoint validates the Host header before the key', async () => {
    const { url } = await open();
    expect((await postAs(url, { host: 'evil.example.com' })).status).toBe(403);
  });
});

describe('invalid MCP requests', () => {
  it.each<[string, string, number, object]>([
    // The service rejects the body before the MCP library parses it as JSON-RPC.
    ['over the size limit', JSON.stringify({ ...INITIALIZE, more: 'x'.repeat(300_000) }), 413, {}],
    ['not JSON', '{', 400, { jsonrpc: '2.0' }],
    ['JSON but not JSON-RPC', '{"hello":"there"}', 400, { jsonrpc: '2.0' }],
  ])('the MCP endpoint rejects a body that is %s', async (_name, body, status, envelope) => {
    const { post } = await open();
    const response = await post({}, body);
    expect([response.status, await response.json()]).toMatchObject([status, { ...envelope, error: {} }]);
  });

  it.each<[string, unknown, string]>([
    ['initialize', undefined, 'params: is required'],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {} }, 'params.clientInfo: is required'],
    ['initialize', { ...INITIALIZE.params, protocolVersion: 5 }, 'params.protocolVersion: must be a string (got 5)'],
    ['initialize', { ...INITIALIZE.params, clientInfo: { name: 'x' } }, 'params.clientInfo.version: is required'],
    ['tools/call', undefined, 'params: is required'],
    ['tools/call', { arguments: {} }, 'params.name: is required'],
    ['tools/call', { name: 5 }, 'params.name: must be a string (got 5)'],
    ['tools/call', { name: 'search_context', arguments: 'x' }, 'params.arguments: must be an object (got "x")'],
    [
      'tools/call',
      { name: 'search_context', arguments: [] },
      'params.arguments: must be an object (got an array of 0)',
    ],
    ['tools/list', { cursor: 5 }, 'params.cursor: must be a string (got 5)'],
    ['resources/list', { cursor: null }, 'params.cursor: must be a string (got null)'],
    ['resources/read', {}, 'params.uri: is required'],
    ['resources/templates/list', { cursor: {} }, 'params.cursor: must be a string (got an object)'],
    ['ping', { _meta: 'x' }, 'params._meta: must be an object (got "x")'],
  ])(
    'the MCP endpoint describes what is wrong with a %s request with the parameters %j',
    async (method, params, rule) => {
      const { post } = await open();
      for (const accept of ['application/json', TYPES.accept]) {
        for (const id of [7, 'seven']) {
          const response = await post({ accept }, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
          const error = { code: -32_602, message: expect.stringContaining(`Invalid ${method} request. `) };
          const body = (await response.json()) as { readonly error: { readonly message: string } };
          expect([response.status, body]).toEqual([200, { jsonrpc: '2.0', id, error }]);
          expect(body.error.message).toContain(rule);
          expect(body.error.message).not.toMatch(/[{}\n]|invalid_type|expected/);
        }
      }
    },
  );

  it('the MCP endpoint returns 415 if the Content-Type is not JSON', async () => {
    const { post } = await open();
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('the MCP endpoint returns 405 if the HTTP method is not POST', async () => {
    const { post } = await open();
    expect((await post({}, '', 'GET')).status).toBe(405);
    expect((await post({}, '', 'PUT')).status).toBe(405);
  });

  it('the MCP endpoint rejects an unsupported protocol method', async () => {
    const { connect } = await open();
    const client = await connect('modern');
    await expect(client.request({ method: 'prompts/list', params: {} })).rejects.toThrow();
  });
});

describe('shutdown', () => {
  it('shutting down the MCP endpoint closes the event streams of clients', async () => {
    const { connect, stop } = await open({
      extend: (server) => server.server.registerCapabilities({ tools: { listChanged: true } }),
    });
    const client = await connect('modern');
    const { closed } = await client.listen({ toolsListChanged: true });
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    expect((await call(client, 'search_context', { query: 'key', project: OWN_PROJECT })).isError).toBe(false);
    expect(isClosed).toBe(false);
    await stop();
    // The server closes the stream immediately. After the shutdown timeout, the client would report `remote`.
    expect(await closed).toBe('graceful');
  });
});

describe('openMcp', () => {
  it('the option "extend" of the test server adds MCP tools', async () => {
    const extendedServer = await openMcp({
      extend: (server) =>
        void server.registerTool('test_tool', {}, () => ({ content: [{ type: 'text', text: 'here' }] })),
    });
    expect((await call(await extendedServer.connect('modern'), 'test_tool')).text).toBe('here');
    const usual = await openMcp();
    await expect(call(await usual.connect('modern'), 'test_tool')).rejects.toMatchObject({ code: -32602 });
  });
});
