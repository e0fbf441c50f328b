import { DONE, HEAD, json, NAME, operation, type ReaderRow, ref } from './reader-row.fixture.ts';

const servers = (...urls: readonly string[]) => urls.map((url) => ({ url }));

/** Documents with operations of every kind, and with servers on every level. */
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
