import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readCapabilities } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { createApp, openApiDocument } from '../app.ts';
import { openSqliteStore } from '../open-store.ts';
import { describedPath, OPERATIONS, OPERATIONS_OUTSIDE_PROJECTS } from '../testing/operations.fixture.ts';
import { openService } from '../testing/service.fixture.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    /** The type of the specification, and the service's extensions. */
    readonly anyOf?: readonly { readonly format?: string; readonly 'x-extension'?: true }[];
  };
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { schema: { $ref: string } }>;
  };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
  readonly security?: unknown;
  readonly 'x-extension'?: true;
  readonly 'x-area'?: string;
  readonly 'x-role'?: 'owner' | 'member';
}
interface Schema {
  readonly type: string;
  readonly required?: readonly string[];
  readonly properties: Record<string, { readonly type: string; readonly maxLength?: number }>;
  readonly additionalProperties?: unknown;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: unknown;
  readonly security: unknown;
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly securitySchemes: unknown };
}

async function document(): Promise<Document> {
  const { sendRequest } = await openService();
  const { status, headers, body } = await sendRequest<Document>('GET', '/openapi.json', { key: null });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/json');
  return body;
}

const getOperations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  );

const PROJECT = '/api/v1/projects/{slug}';

/** The operations of the specification, with their path and query parameters. */
const SPECIFIED = [
  [
    `GET ${PROJECT}/logs`,
    [
      'path slug string',
      'query groupEmail string',
      'query limit integer',
      'query method string',
      'query since string date-time',
      'query status integer',
      'query until string date-time',
      'query urlContains string',
    ],
  ],
  [`GET ${PROJECT}/logs/{logId}`, ['path logId string', 'path slug string']],
  [`GET ${PROJECT}`, ['path slug string']],
  [`POST ${PROJECT}/data-sources`, ['path slug string']],
  [`POST ${PROJECT}/context`, ['path slug string']],
] as const;

/** The areas of operations whose paths do not begin with the name of the area. */
const NAMES_OF_OTHER_AREAS: Readonly<Record<string, string>> = {
  '': 'projects',
  'api-description': 'mcp',
  otlp: 'logs',
  invites: 'members',
};

describe('/openapi.json', () => {
  const get = async (headers: Record<string, string>) => {
    const { app } = await openService();
    return app.request('/openapi.json', { headers });
  };

  it.each([
    ['gzip', 'gzip'],
    ['br, GZIP;q=0.5', 'gzip'],
    ['deflate,gzip ; q=1', 'gzip'],
    ['gzip;q=0', null],
    ['gzip; q=0.00', null],
    ['br', null],
    ['x-gzip-like', null],
    ['', null],
  ])(
    'a request with Accept-Encoding "%s" gets the document with the encoding %s',
    async (acceptedEncodings, encoding) => {
      const response = await get({ 'accept-encoding': acceptedEncodings });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const body = Buffer.from(await response.arrayBuffer());
      expect(JSON.parse(String(encoding === 'gzip' ? gunzipSync(body) : body))).toEqual(await document());
    },
  );

  it('a client that has the current document gets 304 without a body', async () => {
    const [plain, gzip] = [await get({}), await get({ 'accept-encoding': 'gzip' })].map(({ headers }) =>
      headers.get('etag'),
    );
    expect(plain).not.toBe(gzip);
    for (const tags of [plain, gzip, `W/${plain}`, `"other", ${gzip}`, '*']) {
      const response = await get({ 'if-none-match': String(tags) });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('the OpenAPI document has version 1.0.0 and uses OpenAPI 3.1.0', async () => {
    const { openapi, info } = await document();
    expect([openapi, info.version]).toEqual(['3.1.0', '1.0.0']);
  });

  it('the response of /openapi.json equals the OpenAPI document that is generated from the app', async () => {
    const store = openSqliteStore(':memory:');
    try {
      expect(await document()).toEqual(openApiDocument(createApp(store, () => undefined)));
    } finally {
      void store.close();
    }
  });

  it('every operation in the OpenAPI document states its area, and every operation of a project states the required role', async () => {
    for (const { name, ...operation } of getOperations(await document())) {
      expect(operation['x-area'], name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      const isOfProject = name.includes('/projects/{slug}');
      expect([undefined, 'owner', 'member'].indexOf(operation['x-role']), name).toBeGreaterThan(isOfProject ? 0 : -1);
    }
  });

  it('the OpenAPI document marks all operations except the five of the specification as extensions', async () => {
    const operations = getOperations(await document());
    const names = (extension: boolean) =>
      operations
        .filter((operation) => ('x-extension' in operation ? operation['x-extension'] === true : false) === extension)
        .map(({ name }) => name)
        .sort();
    expect(names(false)).toEqual(SPECIFIED.map(([name]) => name).sort());
    expect(names(true).length).toBeGreaterThan(30);
  });

  it('the OpenAPI document lists each operation under the name of its area', async () => {
    for (const { name, 'x-area': area = '' } of getOperations(await document())) {
      // The paths of an area can have several first segments, such as `/users/{userId}` and `/users-at-risk/thresholds`.
      const [first = ''] = (name.split(PROJECT)[1] ?? name.split('/api/v1')[1])?.slice(1).split('/') ?? [];
      const isBelow = first === area || first.startsWith(`${area}-`);
      expect([name, isBelow || NAMES_OF_OTHER_AREAS[first] === area], area).toEqual([name, true]);
    }
  });

  it('the OpenAPI document contains exactly the operations that the tests cover', async () => {
    const testedOperations = [
      ...OPERATIONS.map((operation) => `${operation.method} ${describedPath(operation)}`),
      ...OPERATIONS_OUTSIDE_PROJECTS.map(({ method, path }) => `${method} ${path}`),
    ];
    expect(
      getOperations(await document())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(testedOperations.sort());
  });

  it('the OpenAPI document marks relative times in a specified parameter as an extension', async () => {
    const search = getOperations(await document()).find(({ name }) => name === `GET ${PROJECT}/logs`);
    for (const bound of ['since', 'until']) {
      const { anyOf = [] } = search?.parameters?.find(({ name }) => name === bound)?.schema ?? {};
      expect(anyOf.map((type) => [type.format, type['x-extension']])).toEqual([
        ['date-time', undefined],
        [undefined, true],
      ]);
    }
  });

  it.each(SPECIFIED)(
    'the OpenAPI document lists the specified parameters of %s, and marks all others as extensions',
    async (name, expected) => {
      const operation = getOperations(await document()).find((each) => each.name === name);
      const parameters = (operation?.parameters ?? []).filter(
        (each) => each.in !== 'header' && !('x-extension' in each.schema),
      );
      expect(
        parameters
          .map(({ name: parameter, in: place, schema }) =>
            [place, parameter, schema.type, schema.format ?? schema.anyOf?.[0]?.format]
              .filter((part) => part !== undefined)
              .join(' '),
          )
          .sort(),
      ).toEqual(expected);
      for (const { in: place, required } of parameters) expect(required === true).toBe(place === 'path');
    },
  );

  it.each([
    [
      'POST',
      `${PROJECT}/data-sources`,
      ['branch', 'category', 'installationId', 'owner', 'repo'],
      {
        installationId: 'integer',
        owner: 'string',
        repo: 'string',
        branch: 'string',
        category: 'string',
        provider: 'string',
        siteUrl: 'string',
      },
    ],
    ['POST', `${PROJECT}/context`, ['title'], { title: 'string', content: 'string', public: 'boolean' }],
  ])('the OpenAPI document describes the request body of %s %s', async (method, path, requiredProperties, types) => {
    const { paths, components } = await document();
    const body = paths[path]?.[method.toLowerCase()]?.requestBody;
    expect(body?.required).toBe(true);
    expect(Object.keys(body?.content ?? {})).toEqual(['application/json']);
    const schema = components.schemas[body?.content['application/json']?.schema.$ref.split('/').at(-1) ?? ''];
    expect([...(schema?.required ?? [])].sort()).toEqual(requiredProperties);
    expect(schema?.additionalProperties).toBe(false);
    expect(
      Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, { type }]) => [name, type])),
    ).toEqual(types);
  });

  it('the OpenAPI document states the length limits of a context item', async () => {
    const { title, content } = (await document()).components.schemas.ContextItemInput?.properties ?? {};
    expect([title?.maxLength, content?.maxLength]).toEqual([120, 8000]);
  });

  it('the OpenAPI document requires a bearer token for every operation', async () => {
    const wholeDocument = await document();
    expect(wholeDocument.components.securitySchemes).toEqual({ apiKey: { type: 'http', scheme: 'bearer' } });
    expect(wholeDocument.security).toEqual([{ apiKey: [] }]);
    expect(getOperations(wholeDocument).filter((operation) => operation.security !== undefined)).toEqual([]);
  });

  it('the OpenAPI document lists an optional Idempotency-Key only for POST operations', async () => {
    for (const { name, parameters = [] } of getOperations(await document())) {
      const headers = parameters
        .filter((each) => each.in === 'header' && !['If-Match', 'If-None-Match'].includes(each.name))
        .map((each) => [each.name, each.required]);
      expect(headers, name).toEqual(name.startsWith('POST ') ? [['Idempotency-Key', false]] : []);
    }
  });

  it('the OpenAPI document declares all capabilities of the service', async () => {
    expect(readCapabilities(await document())).toMatchObject({
      idempotency: true,
      update: true,
      delete: true,
      docsPages: true,
      docsPreviews: true,
    });
  });

  it('the OpenAPI document lists the error responses of every operation', async () => {
    const wholeDocument = await document();
    for (const { name, responses } of getOperations(wholeDocument)) {
      const writes = !name.startsWith('GET ');
      const expected = ['400', '401', '404', '429', '503', ...(writes ? ['403'] : [])];
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(expected));
      for (const [status, { content }] of Object.entries(responses)) {
        // A 412 response contains the current version and the sent version in addition to the error.
        if (Number(status) < 400 || status === '412') continue;
        expect(content, `${name} ${status}`).toEqual({
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        });
      }
    }
    const { Error: error } = wholeDocument.components.schemas;
    expect(error?.required).toEqual(['error']);
    expect(error?.properties.error).toMatchObject({ type: 'object', required: ['code', 'message'] });
  });

  it('the OpenAPI document contains no broken schema references', async () => {
    const wholeDocument = await document();
    const names = [...JSON.stringify(wholeDocument).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(wholeDocument.components.schemas)).toContain(name);
  });
});

it('reference/service.md documents the pagination parameter of each list', async () => {
  const page = readFileSync(new URL('../../../../docs/reference/service.md', import.meta.url), 'utf8');
  const [, context, others] =
    /^\| Get the next page .*`(\w+)` for context items and `(\w+)` for all other lists/m.exec(page) ?? [];
  const lists = Object.entries((await document()).paths).flatMap(([path, { get }]) => {
    const names = get?.parameters?.map(({ name }) => name) ?? [];
    return names.flatMap((name) => (name === 'after' || name === 'cursor' ? [[path, name]] : []));
  });
  expect(lists.length).toBeGreaterThan(2);
  expect(lists).toEqual(lists.map(([path = '']) => [path, path.endsWith('/context') ? context : others]));
});
