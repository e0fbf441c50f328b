import type { SeenOperation } from './readers.fixture.ts';

/** A document, what both readers find in it, texts that each result must contain, and the warnings of the upload. */
export interface ReaderRow {
  readonly document: object;
  readonly operations: readonly SeenOperation[];
  readonly chunker?: string;
  readonly mcp?: string;
  readonly warnings?: readonly string[];
}

const HEAD = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
const DONE = { 204: { description: 'Done' } };
const NOTHING = { parameters: [], statuses: [], servers: [], schemas: [] };
const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (schema: object) => ({ 200: { description: 'OK', content: json(schema) } });
const operation = (name: string, seen: Partial<SeenOperation> = {}): SeenOperation => ({ ...NOTHING, name, ...seen });
const NAME = { type: 'object', properties: { name: { type: 'string', maxLength: 7 } } };

/** Creates a document in which `GET /a` returns a schema. */
function returning(
  schema: object,
  schemas: object,
  seen: readonly string[],
  more: Omit<Partial<ReaderRow>, 'operations'> & { readonly root?: object } = {},
): ReaderRow {
  const { root, ...row } = more;
  return {
    document: { ...HEAD, ...root, paths: { '/a': { get: { responses: ok(schema) } } }, components: { schemas } },
    operations: [operation('GET /a', { statuses: ['200'], schemas: seen })],
    chunker: 'at most 7 characters',
    mcp: '"maxLength": 7',
    ...row,
  };
}

const ref = ($ref: string) => ({ $ref });

/** References of JSON Schema and OpenAPI: how they are written, where they are, and what stands next to them. */
export const REFERENCE_ROWS: Readonly<Record<string, ReaderRow>> = {
  'a component': returning(ref('#/components/schemas/Pet'), { Pet: NAME }, ['Pet']),
  'an escaped slash': returning(ref('#/components/schemas/Offer~1Pricing'), { 'Offer/Pricing': NAME }, [
    'Offer/Pricing',
  ]),
  'an escaped tilde': returning(ref('#/components/schemas/a~0b'), { 'a~b': NAME }, ['a~b']),
  'percent-encoding': returning(ref('#/components/schemas/N%C3%A4me%20x'), { 'Näme x': NAME }, ['Näme x']),
  'an escape that is percent-encoded': returning(ref('#/components/schemas/a%7E1b'), { 'a/b': NAME }, ['a/b']),
  'a name with dots': returning(ref('#/components/schemas/com.example.Pet'), { 'com.example.Pet': NAME }, [
    'com.example.Pet',
  ]),
  'a reference to a reference': returning(
    ref('#/components/schemas/Alias'),
    { Alias: ref('#/components/schemas/Pet'), Pet: NAME },
    ['Alias'],
  ),
  'a part of a component': returning(
    ref('#/components/schemas/Pet/properties/owner'),
    { Pet: { properties: { owner: NAME } } },
    [],
  ),
  'an item of a list': returning(ref('#/components/schemas/Pet/allOf/0'), { Pet: { allOf: [NAME] } }, []),
  'definitions outside of the components': returning(ref('#/$defs/Pet'), {}, [], {
    root: { $defs: { Pet: NAME } },
    chunker: '`Pet`',
  }),
  'an anchor': returning(ref('#pet'), { Pet: { $anchor: 'pet', ...NAME } }, ['Pet']),
  'a dynamic anchor': returning({ $dynamicRef: '#pet' }, { Pet: { $dynamicAnchor: 'pet', ...NAME } }, ['Pet']),
  'an absolute id': returning(
    ref('https://example.com/schemas/pet'),
    { Pet: { $id: 'https://example.com/schemas/pet', ...NAME } },
    ['Pet'],
  ),
  'an id that is relative to the id around it': returning(
    ref('#/components/schemas/Pet'),
    {
      Pet: { $id: 'https://example.com/schemas/pet', type: 'object', properties: { owner: ref('owner') } },
      Owner: { $id: 'https://example.com/schemas/owner', ...NAME },
    },
    ['Owner', 'Pet'],
  ),
  'definitions within a schema with an id': returning(
    ref('#/components/schemas/Pet'),
    {
      Pet: {
        $id: 'https://example.com/pet',
        type: 'object',
        properties: { owner: ref('#/$defs/owner') },
        $defs: { owner: NAME },
      },
    },
    ['Pet'],
  ),
  'an anchor within a schema with an id': returning(
    ref('https://example.com/pet#owner'),
    { Pet: { $id: 'https://example.com/pet', $defs: { owner: { $anchor: 'owner', ...NAME } } } },
    [],
  ),
  'the address of the document itself': returning(
    ref('https://example.com/api.json#/components/schemas/Pet'),
    { Pet: NAME },
    ['Pet'],
    {
      root: { openapi: '3.2.0', $self: 'https://example.com/api.json' },
    },
  ),
  'a schema in a path': {
    document: {
      ...HEAD,
      paths: {
        '/a/{id}': { get: { responses: ok(ref('#/components/schemas/Offer~1Pricing')) } },
        '/a/{id}/b': {
          get: { responses: ok(ref('#/paths/~1a~1%7Bid%7D/get/responses/200/content/application~1json/schema')) },
        },
      },
      components: { schemas: { 'Offer/Pricing': NAME } },
    },
    operations: ['GET /a/{id}', 'GET /a/{id}/b'].map((name) =>
      operation(name, { statuses: ['200'], schemas: ['Offer/Pricing'] }),
    ),
  },
  'a description next to a reference': returning(
    { ...ref('#/components/schemas/Pet'), description: 'Own text.' },
    { Pet: { ...NAME, description: 'Its text.' } },
    ['Pet'],
    {
      chunker: 'Own text.',
      mcp: 'Own text.',
    },
  ),
  'keywords next to a reference that add to it': returning(
    { ...ref('#/$defs/Pet'), properties: { extra: { type: 'boolean' } } },
    {},
    [],
    { root: { $defs: { Pet: NAME } }, chunker: '`extra` (boolean)', mcp: '"allOf"' },
  ),
  'a recursive schema': returning(
    ref('#/components/schemas/Node'),
    { Node: { type: 'object', properties: { next: ref('#/components/schemas/Node'), ...NAME.properties } } },
    ['Node'],
    {
      mcp: 'Unresolved references: #/components/schemas/Node',
    },
  ),
  'schemas that refer to each other': returning(
    ref('#/components/schemas/A'),
    {
      A: { type: 'object', properties: { b: ref('#/components/schemas/B') } },
      B: { type: 'object', properties: { a: ref('#/components/schemas/A'), ...NAME.properties } },
    },
    ['A', 'B'],
  ),
  'a schema that is only a reference to itself': returning(
    ref('#/components/schemas/A'),
    { A: ref('#/components/schemas/A') },
    ['A'],
    { chunker: '`A`', mcp: 'Unresolved references: #/components/schemas/A' },
  ),
  'a missing schema': returning(ref('#/components/schemas/Gone'), { Pet: NAME }, [], {
    chunker: '`Gone`',
    mcp: 'Unresolved references: #/components/schemas/Gone',
    warnings: ['line 16: the reference "#/components/schemas/Gone" does not exist'],
  }),
  'another file': returning(ref('./pet.yaml#/Pet'), {}, [], {
    chunker: '[./pet.yaml#/Pet]',
    mcp: 'Unresolved references: ./pet.yaml#/Pet',
    warnings: [
      'line 16: the reference "./pet.yaml#/Pet" is to another file, which the service does not have: bundle the files into one document',
    ],
  }),
  'a reference in data': {
    document: {
      ...HEAD,
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'OK',
                content: {
                  'application/json': { example: ref('#/gone'), schema: { default: ref('#/gone'), type: 'object' } },
                },
              },
            },
          },
        },
      },
    },
    operations: [operation('GET /a', { statuses: ['200'] })],
    chunker: '"$ref": "#/gone"',
    mcp: '"$ref": "#/gone"',
  },
  'a property that is called $ref': returning(
    { type: 'object', properties: { $ref: { type: 'string', maxLength: 7 } } },
    {},
    [],
    { chunker: '`$ref`' },
  ),
  'a discriminator with names and references': returning(
    {
      oneOf: [ref('#/components/schemas/a~1Cat'), ref('#/components/schemas/Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/a~1Cat', dog: 'Dog' } },
    },
    { 'a/Cat': NAME, Dog: NAME },
    ['Dog', 'a/Cat'],
    { chunker: '`cat` for `a/Cat`, `dog` for `Dog`' },
  ),
  'all other components': {
    document: {
      ...HEAD,
      paths: {
        '/a': ref('#/components/pathItems/A'),
        '/b': {
          ...ref('#/components/pathItems/A'),
          post: {
            parameters: [
              ref('#/components/parameters/Q'),
              { ...ref('#/components/parameters/R'), description: 'Own text.' },
            ],
            requestBody: ref('#/components/requestBodies/B'),
            responses: { 200: ref('#/components/responses/R') },
          },
        },
      },
      components: {
        pathItems: { A: { get: { responses: { 204: { description: 'Done' } } } } },
        parameters: {
          P: {
            name: 'q',
            in: 'query',
            schema: ref('#/components/schemas/Q'),
            examples: { one: ref('#/components/examples/E') },
          },
          Q: { ...ref('#/components/parameters/P'), description: 'The middle.' },
          R: { name: 'r', in: 'header', schema: { type: 'string' } },
        },
        requestBodies: { B: { content: json(ref('#/components/schemas/Body')) } },
        responses: { R: { description: 'OK', headers: { Link: ref('#/components/headers/L') } } },
        headers: { L: { schema: ref('#/components/schemas/Link') } },
        examples: { E: { value: 'sample-value' } },
        schemas: { Q: { type: 'string' }, Body: NAME, Link: { type: 'string', maxLength: 9 } },
      },
    },
    operations: [
      operation('GET /a', { statuses: ['204'] }),
      operation('GET /b', { statuses: ['204'] }),
      operation('POST /b', { parameters: ['header r', 'query q'], statuses: ['200'], schemas: ['Body'] }),
    ],
    chunker: 'The middle.',
    mcp: 'sample-value',
  },
};

const servers = (...urls: readonly string[]) => urls.map((url) => ({ url }));

/** Operations of every kind, and servers on every level. */
export const SERVER_ROWS: Readonly<Record<string, ReaderRow>> = {
  'all methods in document order': {
    document: {
      ...HEAD,
      openapi: '3.2.0',
      paths: {
        '/files': {
          ...Object.fromEntries(
            ['post', 'get', 'put', 'delete', 'patch', 'query'].map((method) => [method, { responses: DONE }]),
          ),
          additionalOperations: { COPY: { summary: 'Copy', responses: DONE } },
        },
      },
    },
    operations: ['COPY', 'DELETE', 'GET', 'PATCH', 'POST', 'PUT', 'QUERY'].map((method) =>
      operation(`${method} /files`, { statuses: ['204'] }),
    ),
  },
  webhooks: {
    document: {
      ...HEAD,
      security: [{ key: [] }],
      servers: servers('https://api.example.com'),
      webhooks: {
        newPet: {
          post: {
            operationId: 'onNewPet',
            requestBody: { content: json(ref('#/components/schemas/Pet')) },
            responses: { 200: { description: 'Seen' } },
          },
        },
        shared: ref('#/components/pathItems/Shared'),
      },
      components: {
        schemas: { Pet: NAME },
        pathItems: { Shared: { put: { responses: { 202: { description: 'Later' } } } } },
      },
    },
    operations: [
      operation('POST newPet [webhook]', { statuses: ['200'], schemas: ['Pet'] }),
      operation('PUT shared [webhook]', { statuses: ['202'] }),
    ],
    mcp: 'The API sends this request.',
  },
  callbacks: {
    document: {
      ...HEAD,
      paths: {
        '/a': {
          post: {
            callbacks: { onEvent: ref('#/components/callbacks/Event') },
            responses: { 201: { description: 'Made' } },
          },
        },
      },
      components: {
        schemas: { Pet: NAME },
        callbacks: {
          Event: {
            '{$request.body#/url}': {
              post: {
                requestBody: { content: json(ref('#/components/schemas/Pet')) },
                responses: { 200: { description: 'Seen' } },
              },
            },
          },
        },
      },
    },
    operations: [operation('POST /a', { statuses: ['201'] })],
    chunker: 'Callback `onEvent`: POST `{$request.body#/url}`',
    mcp: '# POST {$request.body#/url} [callback]',
  },
  'extensions in paths and responses': {
    document: {
      ...HEAD,
      paths: {
        'x-a': { get: {} },
        '/a': { 'x-get': {}, get: { responses: { 'x-b': {}, 200: { description: 'OK' } } } },
      },
    },
    operations: [operation('GET /a', { statuses: ['200'] })],
  },
  'parameters of both levels': {
    document: {
      ...HEAD,
      paths: {
        '/a/{id}': {
          parameters: [
            { name: 'id', in: 'path', required: true },
            { name: 'q', in: 'query', description: 'Outer.' },
          ],
          get: {
            parameters: [
              { name: 'q', in: 'query', description: 'Inner.' },
              { name: 'q', in: 'header' },
              { name: 'f', in: 'querystring', content: json({ type: 'object' }) },
            ],
          },
        },
      },
    },
    operations: [operation('GET /a/{id}', { parameters: ['header q', 'path id', 'query q', 'querystring f'] })],
    chunker: 'Inner.',
    mcp: 'Inner.',
  },
  'no servers': {
    document: { ...HEAD, paths: { '/a': { get: { responses: DONE } } } },
    operations: [operation('GET /a', { statuses: ['204'] })],
  },
  'relative servers': {
    document: { ...HEAD, servers: servers('/v1', './v2'), paths: { '/a': { get: { responses: DONE } } } },
    operations: [operation('GET /a', { statuses: ['204'], servers: ['./v2', '/v1'] })],
  },
  'servers of each level': {
    document: {
      ...HEAD,
      servers: servers('https://a.example.com/v1'),
      paths: {
        '/a': { get: { responses: DONE } },
        '/b': {
          servers: servers('https://b.example.com'),
          get: { responses: DONE },
          put: { servers: servers('https://c.example.com/up', 'https://d.example.com'), responses: DONE },
        },
        '/c': { servers: [], get: { servers: [], responses: DONE } },
      },
    },
    operations: [
      operation('GET /a', { statuses: ['204'], servers: ['https://a.example.com/v1'] }),
      operation('GET /b', { statuses: ['204'], servers: ['https://b.example.com'] }),
      operation('GET /c', { statuses: ['204'], servers: ['https://a.example.com/v1'] }),
      operation('PUT /b', { statuses: ['204'], servers: ['https://c.example.com/up', 'https://d.example.com'] }),
    ],
  },
  'variables of servers': {
    document: {
      ...HEAD,
      servers: [
        {
          url: 'https://{region}.example.com:{port}/{version}',
          variables: {
            region: { default: 'eu', enum: ['eu', 'us'] },
            port: { default: 8443 },
            version: { default: 'v2', description: 'The release.' },
          },
        },
      ],
      paths: { '/a': { get: { responses: DONE } } },
    },
    operations: [
      operation('GET /a', { statuses: ['204'], servers: ['https://{region}.example.com:{port}/{version}'] }),
    ],
    chunker: '`region` (one of `eu`, `us`, default `eu`)',
    mcp: 'Server variables: region, one of eu, us, default eu; port, default 8443; version, default v2, The release.',
  },
  'tags with a parent, and a stream of items': {
    document: {
      ...HEAD,
      openapi: '3.2.0',
      tags: [
        { name: 'animals', summary: 'Animals' },
        { name: 'pets', parent: 'animals', kind: 'nav' },
      ],
      paths: {
        '/a': {
          get: {
            tags: ['pets'],
            responses: {
              200: {
                description: 'OK',
                content: { 'application/jsonl': { itemSchema: ref('#/components/schemas/Pet') } },
              },
            },
          },
        },
      },
      components: { schemas: { Pet: NAME } },
    },
    operations: [operation('GET /a', { statuses: ['200'], schemas: ['Pet'] })],
    chunker: '**Tags:** `pets`',
    mcp: 'Schema of each item',
  },
};
