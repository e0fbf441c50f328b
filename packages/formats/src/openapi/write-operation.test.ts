import { describe, expect, it } from 'vitest';
import { readOpenapi } from './read-openapi.ts';
import { operationLines } from './write-operation.fixture.ts';

const JSON_TYPE = 'application/json';

describe('text of an OpenAPI operation', () => {
  it.each([
    [
      'a description, whose headings become bold lines',
      { description: 'One.\n\n# Two\n\n- three' },
      ['One.', '**Two**', '- three'],
    ],
    ['a description that only repeats the summary', { summary: 'List', description: 'List.' }, []],
    [
      'the deprecation, tags and name',
      { deprecated: true, operationId: 'a/b', tags: ['x', 'y z'] },
      ['**Deprecated.**', '**Operation:** `a/b` · **Tags:** `x`, `y z`'],
    ],
    [
      'a link to external documentation',
      { externalDocs: { url: 'https://a.example/b' } },
      ['See <https://a.example/b>'],
    ],
    [
      'code samples',
      {
        'x-code-samples': [
          { lang: 'C#', source: 'var a;\n' },
          { lang: 'a b', label: 'Mine', source: '```' },
          { lang: 'x' },
        ],
      },
      ['### Samples', 'Sample – C#:', '```c#', 'var a;', '```', 'Sample – Mine:', '````', '```', '````'],
    ],
    ['other extensions', { 'x-internal': 'secret', responses: { 'x-foo': { description: 'no' } } }, []],
    [
      'values of the wrong type',
      { tags: 'x', parameters: {}, responses: [], security: 'none', servers: 'a', callbacks: 1, description: [] },
      [],
    ],
  ])('renders or omits parts of an operation: %s', (_, operation, lines) => {
    expect(operationLines(operation)).toEqual(lines);
  });
});

describe('authentication line', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'query', name: 'k' },
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    bearer: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
    basic: { type: 'http', scheme: 'basic' },
    oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/.well-known' },
    tls: { type: 'mutualTLS' },
  };
  it.each([
    [[{ key: [] }], '`key` (API key in the query parameter `k`)'],
    [
      [{ session: [], bearer: [] }],
      '`session` (API key in the cookie `sid`) and `bearer` (bearer token, JWT in the header `Authorization`)',
    ],
    [[{ basic: [] }, { oidc: ['a', 'b'] }], '`basic` (HTTP basic), or `oidc` (OpenID Connect, scopes `a`, `b`)'],
    [[{ tls: ['admin'] }], '`tls` (mutual TLS, role `admin`)'],
    [[{ unknown: [] }], '`unknown`'],
    [[{}, { tls: [] }], '`tls` (mutual TLS) (optional)'],
    [[], 'none'],
    [[{}], 'none'],
    [undefined, '`basic` (HTTP basic)'],
  ])('describes the authentication for the security requirements %j', (security, line) => {
    const rest = { security: [{ basic: [] }], components: { securitySchemes } };
    expect(operationLines(security ? { security } : {}, rest)).toEqual([`**Authentication:** ${line}`]);
  });
});

describe('operation parameters', () => {
  const table = (...rows: string[]) => [
    '### Parameters',
    '| Name | In | Type | Required | Description |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
  it.each([
    [
      'their type and constraints',
      { name: 'n', in: 'query', schema: { type: 'integer', format: 'int32', minimum: 1, default: 20 } },
      ['| `n` | query | integer int32, ≥ 1, default `20` |  |  |'],
    ],
    [
      'their description',
      { name: 'a|b', in: 'header', required: true, deprecated: true, description: 'One\n\n# two | three', schema: {} },
      ['| `a\\|b` | header | any type | yes | Deprecated. One # two \\| three. |'],
    ],
    [
      'their style',
      { name: 'a', in: 'path', style: 'label', explode: true, allowReserved: true },
      ['| `a` | path |  |  | Style `label`. Exploded. Reserved characters need no escape. |'],
    ],
    [
      'their examples',
      {
        name: 'a',
        in: 'query',
        description: 'A!',
        allowEmptyValue: true,
        examples: { x: { value: 1, summary: 'one' }, y: { value: 'b' } },
      },
      ['| `a` | query |  |  | A! May be empty. E.g. `1` (one), `b`. |'],
    ],
    [
      'their schema in another media type',
      { name: 'q', in: 'query', content: { [JSON_TYPE]: { schema: { properties: { a: { type: 'string' } } } } } },
      ['| `q` | query | object, as `application/json` |  |  |', 'Parameter `q`: object', '- `a` (string)'],
    ],
    [
      'a link if they are in another file',
      { $ref: 'common.yaml#/limit' },
      ['| [common.yaml#/limit](common.yaml#/limit) | | | | |'],
    ],
    ['no row if their reference is dangling', { $ref: '#/components/parameters/x' }, undefined],
  ])('lists operation parameters with %s', (_, parameter, rows) => {
    expect(operationLines({ parameters: [parameter] })).toEqual(rows ? table(...rows) : []);
  });

  it('the parameters of an operation override the parameters of its path', () => {
    const parameters = [
      { name: 'a', in: 'query', description: 'path' },
      { name: 'b', in: 'query', description: 'path' },
    ];
    const get = {
      parameters: [
        { name: 'a', in: 'query', description: 'operation' },
        { name: 'a', in: 'header' },
      ],
    };
    expect(operationLines({}, { paths: { '/a': { parameters, get } } })).toEqual(
      table('| `a` | query |  |  | operation |', '| `b` | query |  |  | path |', '| `a` | header |  |  |  |'),
    );
  });
});

describe('request bodies', () => {
  const body = (content: object) => operationLines({ requestBody: { content } }).slice(1);
  it.each([
    [
      'types with the same schema',
      { [JSON_TYPE]: { schema: { $ref: '#/x/Info' } }, 'text/json': { schema: { $ref: '#/x/Info' } } },
      ['`application/json`, `text/json`: `Info`'],
    ],
    ['a type without a schema', { 'image/png': {} }, ['`image/png`']],
    [
      'a sequence of values',
      { 'application/jsonl': { itemSchema: { type: 'string' } } },
      ['`application/jsonl`: a sequence of string'],
    ],
    ['a type in another file', { [JSON_TYPE]: { $ref: 'a.yaml' } }, ['`application/json`: [a.yaml](a.yaml)']],
    [
      'encodings',
      {
        'multipart/form-data': {
          schema: { properties: { file: { type: 'string', format: 'binary' } } },
          encoding: {
            file: {
              contentType: 'image/png',
              style: 'form',
              explode: false,
              headers: { 'X-Part': { schema: { type: 'integer' } } },
            },
          },
        },
      },
      [
        '`multipart/form-data`: object',
        '- `file` (string binary)',
        '- part `file`: sent as `image/png`, style `form`, not exploded',
        '- header `X-Part` (integer)',
      ],
    ],
    [
      'an example in JSON',
      { [JSON_TYPE]: { schema: { type: 'object' }, example: { a: 1 } } },
      ['`application/json`: object', 'Example (`application/json`):', '```json', '{ "a": 1 }', '```'],
    ],
    [
      'an example given as text',
      { [JSON_TYPE]: { example: '{"a":1}' } },
      ['`application/json`', 'Example (`application/json`):', '```json', '{"a":1}', '```'],
    ],
    [
      'an example in another format',
      { 'text/csv': { example: 'a,b\r\n1,2\n' } },
      ['`text/csv`', 'Example (`text/csv`):', '```csv', 'a,b', '1,2', '```'],
    ],
    [
      'features of OpenAPI 3.2',
      { 'text/plain': { examples: { a: { dataValue: { b: 1 } }, c: { serializedValue: 'b=1' } } } },
      [
        '`text/plain`',
        'Example `a` (`text/plain`):',
        '```json',
        '{ "b": 1 }',
        '```',
        'Example `c` (`text/plain`):',
        '```text',
        'b=1',
        '```',
      ],
    ],
    [
      'several examples',
      {
        [JSON_TYPE]: {
          examples: Object.fromEntries(
            Array.from({ length: 8 }, (_, index) => [`e${index}`, { externalValue: `e${index}.json` }]),
          ),
        },
      },
      [
        '`application/json`',
        ...[0, 1, 2, 3, 4, 5].map(
          (index) => `Example \`e${index}\` (\`application/json\`): [e${index}.json](e${index}.json)`,
        ),
        'Examples omitted: `e6`, `e7`',
      ],
    ],
  ])('describes the request body of an operation: %s', (_, content, lines) => {
    expect(body(content)).toEqual(lines);
  });

  it('renders equal examples of an operation only once', () => {
    const media = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/S' } } };
    const rest = { components: { schemas: { S: { type: 'object', example: { a: 1 } } } } };
    const lines = operationLines({ requestBody: { content: media }, responses: { 200: { content: media } } }, rest);
    expect(lines.filter((line) => line.includes('Example') || line.includes('"a"'))).toEqual([
      'Example (`application/json`):',
      '{ "a": 1 }',
      'Example (`application/json`): see Request body',
    ]);
  });

  it('truncates a long example and adds a note', () => {
    const lines = body({ [JSON_TYPE]: { example: Array.from({ length: 1_000 }, () => 'x'.repeat(50)) } });
    expect(lines[1]).toBe('Example (`application/json`), shortened:');
    expect(lines.join('').length).toBeLessThan(10_000);
    expect(lines.slice(-3)).toEqual(['  "…"', ']', '```']);
  });
});

describe('operation responses', () => {
  it('renders links, headers and external parts of responses', () => {
    const headers = {
      'x-rate': { description: 'Left.', deprecated: true, schema: { type: 'integer' } },
      'X-Other': { $ref: 'other.yaml' },
    };
    const links = {
      next: { operationRef: '#/paths/~1b/get', requestBody: '$response.body' },
      far: { $ref: 'links.yaml' },
    };
    expect(
      operationLines({ responses: { '2XX': { summary: 'Good', headers, links }, default: { $ref: 'errors.yaml' } } }),
    ).toEqual([
      '### Response `2XX`',
      'Good',
      'Headers:',
      '- header `x-rate` (integer, deprecated): Left.',
      '- header `X-Other`: [other.yaml](other.yaml)',
      '- link `next` to `#/paths/~1b/get` with body = `$response.body`',
      '- link `far` to [links.yaml](links.yaml)',
      '### Further responses',
      '- `default`: [errors.yaml](errors.yaml)',
    ]);
  });
});

it('lists only the names of response headers if there is no space for their descriptions', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 190 }, (_, n) => [`field-${n}`, { type: 'string', description: 'Words '.repeat(20) }]),
  );
  const lines = operationLines({
    responses: {
      200: {
        description: 'OK',
        headers: { 'x-rate': { schema: { type: 'integer' } }, etag: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { properties }, example: { a: 'b '.repeat(3_000) } } },
      },
    },
  });
  expect(lines.filter((line) => line.startsWith('Headers'))).toEqual(['Headers: `x-rate`, `etag`']);
  expect(lines.at(-1)).not.toMatch(/:$/);
});

describe('shared error responses', () => {
  const getResponses = (status: string, description: string) => ({
    200: { description: 'OK' },
    [status]: { description, content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } },
  });
  const operation = { responses: getResponses('429', 'Too many requests.') };
  const rest = {
    paths: {
      '/a': { get: operation, put: { responses: getResponses('429', 'Wait.') } },
      '/b': { get: { responses: getResponses('429', 'Too many requests.') } },
    },
    components: { schemas: { Problem: { properties: { code: { type: 'string' } } } } },
  };

  it('lists shared error responses in each operation and describes them once', () => {
    expect(operationLines(operation, rest)).toEqual([
      '### Responses',
      '- `200`: OK',
      'Errors: `429`, see “Error responses”',
    ]);
    const { markdown } = readOpenapi(JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, ...rest }));
    expect(markdown.match(/^## .*/gm)).toEqual([
      ...['## GET /a', '## PUT /a', '## GET /b', '## Error responses', '## Schema Problem'],
    ]);
    expect(markdown.split('## Error responses')[1]?.split('\n').filter(Boolean)).toEqual([
      '### Response `429`',
      'Too many requests. `application/json`: object `Problem`, with `code`',
      '## Schema Problem',
      'object `Problem`',
      '- `code` (string)',
      'Body of: PUT /a',
    ]);
  });

  it('describes error responses in place if they differ', () => {
    const { markdown } = readOpenapi(JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, ...rest }));
    expect(markdown.split('## PUT /a')[1]?.split('\n').filter(Boolean).slice(0, 2)).toEqual([
      '### Response `429`',
      'Wait. `application/json`: object `Problem`, with `code`',
    ]);
  });
});

it('describes an operation that refers to another part of the document', () => {
  const operation = { $ref: '#/components/x-operations/list' };
  const components = { 'x-operations': { list: { summary: 'List', description: 'All of them.' } } };
  expect(operationLines(operation, { components })).toEqual(['All of them.']);
});

it('links to the file in which an operation is described', () => {
  expect(operationLines({ $ref: 'list.yml' })).toEqual(['Described in [list.yml](list.yml)']);
});

it('lists the servers of an operation only if they differ from those of the API', () => {
  const servers = [{ url: 'https://a.example' }];
  const expected = ['**Servers of this operation**', '- <https://a.example>'];
  expect(operationLines({ servers }, { servers })).toEqual([]);
  expect(operationLines({ servers }, { servers: [{ url: 'https://b.example' }] })).toEqual(expected);
});
