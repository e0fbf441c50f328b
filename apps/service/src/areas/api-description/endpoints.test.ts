import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { openApiDocument } from '../../app.ts';
import { call, ERAS } from '../../testing/mcp.fixture.ts';
import { FOREIGN_PROJECT } from '../../testing/service.fixture.ts';
import { type FoundOperations, names, type One, openDescribed, PET, PETS, type Some } from './pets.fixture.ts';

describe.each(ERAS)('MCP over the %s protocol', (era) => {
  it.each([
    ['list pets', 'GET /pets'],
    ['How can I see which pets there are?', 'GET /pets'],
    ['delete a pet', 'DELETE /pets/{petId}'],
    ['add a new pet', 'POST /pets'],
    ['selling', 'GET /pets/mine'],
    ['addPet', 'POST /pets'],
    ['limit', 'GET /pets'],
  ])('for the query %j, search_endpoints returns the operation %s first', async (query, expected) => {
    const { connect } = await openDescribed();
    expect((await names(await connect(era), query))[0]).toBe(expected);
  });

  it('get_operation returns parameters, body, responses and examples, and resolves references', async () => {
    const { connect } = await openDescribed();
    const client = await connect(era);
    const list = (await call<One>(client, 'get_operation', { operationId: 'listPets' })).data.operation;
    expect(list).toMatchObject({
      method: 'GET',
      path: '/pets',
      operationId: 'listPets',
      deprecated: false,
      servers: ['https://api.example.com/v1'],
      security: ['key'],
      parameters: [
        // The parameters of an operation take precedence over the parameters of its path item.
        { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
        {
          name: 'limit',
          in: 'query',
          required: false,
          description: 'How many',
          schema: { maximum: 100 },
          examples: [20],
        },
      ],
      responses: [
        {
          status: '200',
          description: 'A page',
          headers: { Link: { schema: { type: 'string' } } },
          content: [{ mediaType: 'application/json', schema: { type: 'array', items: { required: ['name'] } } }],
        },
        { status: '4XX', description: 'Refused', content: [] },
      ],
    });
    const { data, text } = await call<One>(client, 'get_operation', { operationId: 'addPet' });
    const pet = {
      ...PET.properties,
      owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
    };
    expect(data.operation.requestBody).toEqual({
      required: true,
      content: [
        {
          mediaType: 'application/json',
          schema: { ...PET, properties: pet },
          examples: [{ name: 'Tom', owner: { email: 'ann@example.com' } }, { name: 'Rex' }],
        },
      ],
    });
    // The schema is recursive: the parent of a pet is also a pet.
    expect(data.operation.unresolved).toEqual(['#/components/schemas/Pet']);
    for (const part of ['# POST /pets', 'Put a pet up for sale', '"maxLength": 40', '"Tom"', '## Response 201']) {
      expect(text).toContain(part);
    }
  });

  it.each([
    ['/pets', undefined, ['GET /pets', 'POST /pets']],
    ['/pets', 'post', ['POST /pets']],
    ['/pets/', 'GET', ['GET /pets']],
    ['/pets/{id}', undefined, ['DELETE /pets/{petId}']],
    ['/pets/7', undefined, ['DELETE /pets/{petId}']],
    ['/pets/mine', undefined, ['GET /pets/mine']],
    ['https://api.example.com/pets/7?x=1', undefined, ['DELETE /pets/{petId}']],
  ])('get_endpoint with the path %s and the method %s returns %j', async (path, method, expected) => {
    const { connect } = await openDescribed();
    const { data } = await call<Some>(await connect(era), 'get_endpoint', { path, ...(method ? { method } : {}) });
    expect(data.operations.map((each) => `${each.method} ${each.path}`)).toEqual(expected);
  });

  it('get_operation reports that an operation is deprecated and requires no authentication', async () => {
    const { connect } = await openDescribed();
    const { data, text } = await call<One>(await connect(era), 'get_operation', { operationId: 'removePet' });
    expect(data.operation).toMatchObject({ deprecated: true, security: [] });
    expect(text).toContain('(deprecated)');
  });

  it('the tool get_operation limits the size of a recursive schema and lists the unresolved references', async () => {
    const { connect } = await openDescribed();
    const client = await connect(era);
    const { data } = await call<One>(client, 'get_operation', { operationId: 'getLarge' });
    expect(JSON.stringify(data).length).toBeLessThan(50_000);
    expect(data.operation.unresolved).toEqual([expect.stringMatching(/Level[1-9]$/)]);
    const huge = await call<One>(client, 'get_operation', { operationId: 'getHuge' });
    expect(JSON.stringify(huge.data).length).toBeLessThan(50_000);
    expect(huge.data.operation).toMatchObject({ method: 'GET', path: '/huge', truncated: true });
    const manyResult = await call<One>(client, 'get_operation', { operationId: 'getMany' });
    expect(JSON.stringify(manyResult.data).length).toBeLessThan(50_000);
    expect(manyResult.data.operation).toMatchObject({
      truncated: true,
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'p7', schema: expect.anything() })]),
    });
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ['an unknown path', 'get_endpoint', { path: '/cats' }, 'the API of octo-api has no path "/cats"'],
    ['a similar path', 'get_endpoint', { path: '/pet' }, 'similar: '],
    [
      'an unsupported method',
      'get_endpoint',
      { path: '/pets', method: 'PATCH' },
      '"/pets" does not support PATCH; supported: GET, POST',
    ],
    [
      'an unknown operation',
      'get_operation',
      { operationId: 'listPet' },
      'has no operation "listPet"; similar: listPets',
    ],
    [
      'an inaccessible project',
      'search_endpoints',
      { query: 'pets', project: FOREIGN_PROJECT },
      '; available: octo-api',
    ],
    [
      'an operationId that is a property of every object',
      'get_operation',
      { operationId: 'constructor' },
      'has no operation "constructor"',
    ],
  ])('the endpoint tools return an error with an explanation for %s: %s %j', async (_name, tool, args, message) => {
    const { connect } = await openDescribed();
    const { isError, text } = await call(await connect(era), tool, args);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });

  it('the endpoint tools report that a project has no OpenAPI document', async () => {
    const { connect, store, id } = await openDescribed();
    await store.apiDescriptions.delete(id);
    const client = await connect(era);
    for (const [tool, args] of [
      ['search_endpoints', { query: 'pets' }],
      ['get_endpoint', { path: '/pets' }],
      ['get_operation', { operationId: 'listPets' }],
    ] as const) {
      const { isError, text } = await call(client, tool, args);
      expect([isError, text]).toEqual([true, expect.stringContaining('has no OpenAPI document')]);
    }
  });

  it('search_endpoints uses a replaced OpenAPI document immediately, even if the new one is YAML', async () => {
    const { connect, put } = await openDescribed();
    const client = await connect(era);
    expect(await names(client, 'pets')).toContain('GET /pets');
    await put(stringify({ ...PETS, paths: { '/boats': { get: { summary: 'List the boats' } } } }), 'yaml');
    expect(await names(client, 'pets')).toEqual([]);
    expect(await names(client, 'boats')).toEqual(['GET /boats']);
  });
});

describe('the OpenAPI document of the service', () => {
  /** The only recursive schema: an entry of the navigation can contain entries. */
  const RECURSIVE = '#/components/schemas/DocsNavigationEntry';

  it('search_endpoints finds operations of the service, and get_operation returns each of them', async () => {
    const { app, put, connect } = await openDescribed();
    await put(JSON.stringify(openApiDocument(app)));
    const client = await connect('modern');
    expect((await names(client, 'how do I create a context item'))[0]).toBe('POST /api/v1/projects/{slug}/context');
    expect((await names(client, 'search the logs'))[0]).toBe('GET /api/v1/projects/{slug}/logs');
    const { data } = await call<FoundOperations>(client, 'search_endpoints', { query: 'project', limit: 50 });
    expect(data.endpoints.length).toBeGreaterThan(15);
    for (const { operationId } of data.endpoints) {
      const { isError, data: shown } = await call<One>(client, 'get_operation', { operationId });
      const expected = /^(?:get|put)DocsSettings$/.test(String(operationId)) ? [RECURSIVE] : [];
      expect([isError, shown.operation.unresolved], String(operationId)).toEqual([false, expected]);
      expect(JSON.stringify(shown).replaceAll(`"$ref":"${RECURSIVE}"`, '')).not.toContain('$ref');
    }
  });
});
