import { describe, expect, it } from 'vitest';
import { call, ERAS, openMcp } from '../testing/mcp.fixture.ts';

/** Valid values of the required arguments of all tools. */
const REQUIRED: Readonly<Record<string, unknown>> = {
  query: 'key',
  id: 'ctx_0',
  path: '/pets/1',
  operationId: 'listPets',
  status: 404,
  useCase: 'adopt-a-pet',
  method: 'GET',
};
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

interface InputSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

describe.each(ERAS)('arguments of MCP tools (%s)', (era) => {
  it('arguments of MCP tools may be numbers and Booleans as strings, and null if they are optional', async () => {
    const { connect } = await openMcp();
    const client = await connect(era);
    const { tools } = await client.listTools();
    let numbers = 0;
    for (const { name, inputSchema } of tools) {
      const { properties = {}, required = [] } = inputSchema as InputSchema;
      const base = { project: 'octo-api', ...Object.fromEntries(required.map((each) => [each, REQUIRED[each]])) };
      const variants = Object.entries(properties).flatMap(([property, { type }]): Record<string, unknown>[] => {
        const optional = required.includes(property)
          ? []
          : [{ ...base, [property]: property === 'project' ? undefined : null }];
        if (type !== 'integer' && type !== 'number') return optional;
        numbers += 1;
        return [...optional, { ...base, [property]: property === 'status' ? '404' : '5' }];
      });
      for (const args of [base, ...variants]) {
        const { text } = await call(client, name, args);
        expect(text, `${name} ${JSON.stringify(args)}`).not.toMatch(/Invalid arguments/);
      }
    }
    expect(tools.length).toBeGreaterThan(7);
    expect(numbers).toBeGreaterThan(3);
  });

  it.each([
    [{ query: 'x', limit: '5x' }, 'limit: must be a number (got "5x")'],
    [{ query: 'x', limit: '0x5' }, 'limit: must be a number (got "0x5")'],
    [{ query: 'x', limit: ' 5' }, 'limit: must be a number (got " 5")'],
    [{ query: 'x', limit: '' }, 'limit: must be a number (got "")'],
    [{ query: 'x', limit: 5.5 }, 'limit: must be an integer (got 5.5)'],
    [{ query: null }, 'query: must be a string (got null)'],
    [{}, 'query: is required'],
    [{ query: 'x', limt: 5 }, 'limt: does not exist; did you mean "limit"?'],
  ])(
    'the error for an invalid argument of an MCP tool contains the value, the rule and a fix: %j',
    async (args, problem) => {
      const { connect } = await openMcp();
      const client = await connect(era);
      expect(await call(client, 'search_context', args)).toMatchObject({
        isError: true,
        text: `Invalid arguments for search_context. ${problem}`,
      });
    },
  );

  it.each(['__proto__', 'constructor', 'toString', 'nope', 'Search-Context', 'search_contxt', ''])(
    'the error for the unknown MCP tool %j lists the existing tools',
    async (name) => {
      const { connect } = await openMcp();
      const client = await connect(era);
      const error: unknown = await client.callTool({ name, arguments: {} }).catch((reason: unknown) => reason);
      const hint = /search/i.test(name) ? '; did you mean search_context? ' : '. ';
      expect(String(error)).toContain(`The tool ${JSON.stringify(name)} does not exist${hint}Tools: search_context, `);
    },
  );
});

it('the error for a tool that requires a key states which key, because only tools for public items work without a key', async () => {
  const { connect, store } = await openMcp();
  await store.accounts.setAnonymousMcp('octo-api', true);
  const [anonymous, member] = [await connect('modern', null), await connect('modern')];
  const getNames = async (client: typeof member) => (await client.listTools()).tools.map(({ name }) => name);
  const publicTools = await getNames(anonymous);
  const keyTools = (await getNames(member)).filter((name) => !publicTools.includes(name));
  expect(keyTools.length).toBeGreaterThan(0);
  for (const name of keyTools) {
    const error: unknown = await anonymous.callTool({ name, arguments: {} }).catch((reason: unknown) => reason);
    expect(String(error)).toContain(
      `The tool ${name} needs an API key: send Authorization: Bearer KEY. Tools without a key: ${publicTools.join(', ')}`,
    );
  }
  const error: unknown = await anonymous.callTool({ name: 'nope', arguments: {} }).catch((reason: unknown) => reason);
  expect(String(error)).toContain(`Tools: ${publicTools.join(', ')}`);
});

describe('media types of MCP requests', () => {
  async function open() {
    const { url, keys } = await openMcp();
    const post = async (headers: Record<string, string>, body: unknown = LIST) => {
      const all = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json', ...headers };
      const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
    };
    return { post };
  }

  it.each([
    ['*/*', 'text/event-stream'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/json;q=0.5, text/html', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['APPLICATION/JSON;q=0.9, TEXT/EVENT-STREAM;q=0.1', 'text/event-stream'],
    ['text/event-stream, application/json', 'text/event-stream'],
    ['text/html, */*;q=0.1', 'text/event-stream'],
    ['text/event-stream', 'text/event-stream'],
    ['application/json, text/event-stream;q=0', 'application/json'],
    ['*/*;q=0.5, text/event-stream;q=0.0', 'application/json'],
    // fetch sends no header without a value, so this is a request without the header.
    ['', 'text/event-stream'],
  ])('MCP requests that accept %j get a response of the type %s', async (accept, expected) => {
    const { post } = await open();
    const { status, type, text } = await post({ accept });
    expect([status, type, text.includes('search_context')]).toEqual([200, expected, true]);
    if (expected === 'application/json')
      expect(JSON.parse(text)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  it('MCP requests may be batches of earlier protocol revisions as JSON', async () => {
    const { post } = await open();
    const { text } = await post({ accept: 'application/json' }, [LIST, { ...LIST, id: 2 }]);
    expect((JSON.parse(text) as { id: number }[]).map(({ id }) => id).sort()).toEqual([1, 2]);
  });

  it.each(['text/html', 'application/xml', 'application/json;q=0', '*/*;q=0', 'image/*'])(
    'MCP requests that accept only %j are rejected',
    async (accept) => {
      const { post } = await open();
      const { status, text } = await post({ accept });
      expect(status).toBe(406);
      expect(JSON.parse(text)).toMatchObject({
        error: {
          code: 'not_acceptable',
          message: `The header Accept must allow application/json or text/event-stream (got "${accept}")`,
        },
      });
    },
  );

  it.each(['APPLICATION/JSON', 'application/json ; charset=UTF-8', 'application/vnd.mcp+json', 'application/json;v=1'])(
    'MCP requests with a body of the type %j are accepted',
    async (type) => {
      const { post } = await open();
      expect((await post({ accept: '*/*', 'content-type': type })).status).toBe(200);
    },
  );

  it.each(['text/plain', 'application/json; charset=latin1', 'application/jsonp'])(
    'MCP requests with a body of the type %j are rejected',
    async (type) => {
      const { post } = await open();
      expect((await post({ accept: '*/*', 'content-type': type })).status).toBe(415);
    },
  );
});
