import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readOpenapi } from './read-openapi.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const YAML = fixture('dispatch.yaml');
const MARKDOWN = fixture('dispatch.md');

describe('OpenAPI page', () => {
  const reading = readOpenapi(YAML);

  it('converts an OpenAPI document in YAML to a page with a heading for each operation', () => {
    expect(`${reading.markdown}\n`).toBe(MARKDOWN);
    expect(reading).toMatchObject({ wholeLevel: 2, warnings: [] });
    expect(reading.skipped).toBeUndefined();
  });

  it('returns the source line of each line of an OpenAPI page', () => {
    const source = YAML.split('\n');
    const lines = reading.lines ?? [];
    const markdown = reading.markdown.split('\n');
    expect(lines).toHaveLength(markdown.length);
    const headings = markdown.flatMap((line, index) => (/^(?:# Dispatch|## )/.test(line) ? [index] : []));
    const ranges = headings.map((start, place) => {
      const own = lines.slice(start, headings[place + 1]);
      expect(own).toEqual([...own].sort((a, b) => a - b));
      return [own[0], own.at(-1)].map((line) => source[(line ?? 0) - 1]?.trim());
    });
    expect(ranges).toEqual([
      ['info:', 'license: {name: Apache 2.0, identifier: Apache-2.0}'],
      ['get:', "default: {$ref: '#/components/responses/NotFound'}"],
      ['delete:', "'204': {description: It is cancelled.}"],
      ['post:', 'x-internal-id: 42'],
      ['post:', "'202': {description: ''}"],
      ['post:', "'200': {description: Any answer will do.}"],
      ['Parcel:', "events: {type: array, items: {$ref: '#/components/schemas/Event'}}"],
      ['Problem:', 'detail: {type: string}'],
      ['Address:', 'country: {type: string, default: GB, minLength: 2, maxLength: 2}'],
      ['Unused:', 'description: Kept for later.'],
    ]);
  });

  it.each([undefined, 2])(
    'converts an OpenAPI document in JSON to the same page as in YAML (indentation %j)',
    (indent) => {
      const { info, ...rest } = parse(YAML);
      const json = readOpenapi(JSON.stringify({ ...rest, info: { ...info, version: '1.10' } }, undefined, indent));
      // The JSON parser of this test rounds the number.
      expect(`${json.markdown}\n`.replaceAll('9223372036854776000', '9223372036854775807')).toBe(MARKDOWN);
      expect(new Set(json.lines).size).toBeGreaterThan(indent === undefined ? 0 : 100);
    },
  );
});

function getMarkdown(description: object): string {
  return readOpenapi(JSON.stringify({ openapi: '3.2.0', info: { title: 'T' }, ...description })).markdown;
}

const headings = (markdown: string) => markdown.split('\n').filter((line) => /^#+ /.test(line));

describe('OpenAPI headings', () => {
  it.each([
    [
      'have the order of the document',
      { webhooks: { w: { post: {} } }, paths: { '/b': { post: {}, get: {} }, '/a': { get: {} } } },
      ['## Webhook w (POST)', '## POST /b', '## GET /b', '## GET /a'],
    ],
    [
      'contain the summary of the operation, or else of the path',
      { paths: { '/a': { summary: 'P', get: { summary: 'G' }, put: {} } } },
      ['## GET /a – G', '## PUT /a – P'],
    ],
    [
      'have an ID if the name of the operation is a valid anchor',
      {
        paths: { '/a': { get: { operationId: 'a.b:c-d_1' }, put: { operationId: 'a/b' }, post: { operationId: 'ä' } } },
      },
      ['## GET /a {#a.b:c-d_1}', '## PUT /a', '## POST /a'],
    ],
    ['are on one line', { paths: { '/a\n# b': { get: { summary: 'c\n\n# d' } } } }, ['## GET /a # b – c # d']],
    [
      'include methods of OpenAPI 3.2',
      { paths: { '/a': { query: {}, additionalOperations: { COPY: { summary: 'C' } } } } },
      ['## QUERY /a', '## COPY /a – C'],
    ],
    [
      'exist only for operations',
      { paths: { 'x-a': { get: {} }, '/a': { 'x-get': {}, parameters: [], servers: [], get: null } } },
      ['## GET /a'],
    ],
    [
      'exist for a path that is a reference to a component',
      {
        paths: { '/a': { $ref: '#/components/pathItems/A', summary: 'mine' } },
        components: { pathItems: { A: { get: {} } } },
      },
      ['## GET /a – mine'],
    ],
    [
      'exist for schemas that no operation contains',
      { components: { schemas: { A: {}, 'B/c': {} } } },
      ['## Schema A', '## Schema B/c'],
    ],
  ])('headings of an OpenAPI page %s', (_, description, expected) => {
    expect(headings(getMarkdown(description))).toEqual(['# T', ...expected]);
  });

  it('adds a link below the heading of a path that is described in another file', () => {
    expect(getMarkdown({ paths: { '/a': { $ref: 'a.yaml#/x' }, '/b': { description: 'Later.' } } })).toBe(
      ['# T', '', '## /a', '', 'Described in [a.yaml#/x](a.yaml#/x)', '', '## /b', '', 'Later.', ''].join('\n'),
    );
  });
});

it('creates a heading for each schema that operations only refer to by name', () => {
  const chain = (name: string, next?: string) => [
    name,
    { properties: next ? { [next]: { $ref: `#/components/schemas/${next}` } } : { end: {} } },
  ];
  const schemas = Object.fromEntries([
    chain('A', 'B'),
    chain('B', 'C'),
    chain('C', 'D'),
    chain('D', 'E'),
    chain('E', 'F'),
    chain('F'),
  ]);
  const schema = { $ref: '#/components/schemas/A' };
  const get = { responses: { 200: { description: 'Yes', content: { 'application/json': { schema } } } } };
  const [, , operation = '', named = ''] = getMarkdown({ paths: { '/a': { get } }, components: { schemas } }).split(
    /^##? /m,
  );
  expect(operation.split('\n').slice(4, 10)).toEqual([
    'Yes. `application/json`: object `A`',
    '',
    '- `B` (object `B`)',
    '  - `C` (object `C`)',
    '    - `D` (object `D`)',
    '      - `E` (object `E`)',
  ]);
  expect(named.split('\n')).toEqual([
    'Schema E',
    '',
    'object `E`',
    '',
    '- `F` (object `F`)',
    '  - `end` (any type)',
    '',
  ]);
});

describe('OpenAPI overview', () => {
  it.each([
    ['an empty document', {}, []],
    [
      'the information about the API',
      {
        info: {
          title: 'T',
          version: '1',
          termsOfService: 'https://a.example/terms',
          contact: { url: 'https://a.example' },
          license: { name: 'MIT', url: 'https://a.example/mit' },
          'x-logo': { url: 'x' },
        },
        externalDocs: { url: 'guide.md', description: 'Guide' },
      },
      [
        'Version `1` · Terms of service: <https://a.example/terms> · Contact: <https://a.example> · Licence: [MIT](https://a.example/mit)',
        '',
        'See [Guide](guide.md)',
        '',
      ],
    ],
    [
      'the tags',
      {
        tags: [{ name: 'a' }, { name: 'b', summary: 'B', description: 'One.\n\nTwo.', externalDocs: { url: 'b.md' } }],
      },
      ['**Tag `b`**', '', 'B', '', 'One.', '', 'Two.', '', 'See [b.md](b.md)', ''],
    ],
    [
      'the security schemes',
      {
        components: {
          securitySchemes: {
            a: {
              type: 'oauth2',
              flows: {
                authorizationCode: {
                  authorizationUrl: 'https://a.example/auth',
                  tokenUrl: 'https://a.example/token',
                  refreshUrl: '/refresh',
                  scopes: { r: 'Read', w: '' },
                },
                constructor: {},
              },
            },
            b: { type: 'http', scheme: 'bearer', description: 'First.\n\n# Then' },
            c: { $ref: 'schemes.yaml#/c' },
            d: {
              type: 'openIdConnect',
              openIdConnectUrl: 'https://a.example/oidc',
              deprecated: true,
              description: 'D.',
            },
          },
        },
      },
      [
        '**Authentication**',
        '',
        '- `a`: OAuth 2.0',
        '  - authorization code: authorize at <https://a.example/auth>, token from <https://a.example/token>, refresh at `/refresh`',
        '    - scope `r`: Read',
        '    - scope `w`',
        '  - `constructor`',
        '- `b`: bearer token in the header `Authorization`',
        '- `c`: [schemes.yaml#/c](schemes.yaml#/c)',
        '- `d`: OpenID Connect, <https://a.example/oidc>, deprecated. D.',
        '',
        '**Authentication with `b`**',
        '',
        'First.',
        '',
        '**Then**',
        '',
      ],
    ],
  ])('renders or omits parts of the API overview: %s', (_, description, lines) => {
    expect(getMarkdown(description)).toBe(['# T', '', ...lines].join('\n'));
  });
});

describe('readOpenapi', () => {
  it.each([
    ['openapi: 3.0.0\ninfo: {}', [{ line: 2, message: 'the OpenAPI document has no title (`info.title`)' }]],
    [
      'openapi: 3.0.0\ninfo: {title: T}\npaths:\n  /a:\n    get:\n      parameters:\n        - $ref: "#/x"\n        - $ref: "#/x"',
      [{ line: 7, message: 'the reference "#/x" does not exist' }],
    ],
    [
      '{"openapi": "3.0.0", "info": {"title": "T"},\n"paths": {}, "paths": {}}',
      [{ line: 2, message: 'the key "paths" occurs twice; its last value is used' }],
    ],
  ])('reports the problems of the OpenAPI document %j', (text, warnings) => {
    const reading = readOpenapi(text);
    expect(reading.warnings).toEqual(warnings);
    expect(reading.skipped).toBeUndefined();
  });

  it.each([
    ['{"a": 1}', 'it is not an OpenAPI 3 document', []],
    ['swagger: "2.0"', 'it is a Swagger 2.0 document; convert it to OpenAPI 3', []],
    [
      'openapi: 3.0.0\ninfo: [',
      'it begins like an OpenAPI document, but cannot be read',
      [{ line: 2, message: expect.stringContaining('cannot parse the YAML') }],
    ],
    [
      '{"openapi": "3.0.0",\n"info": }',
      'it begins like an OpenAPI document, but cannot be read',
      [{ line: 2, message: 'cannot parse the JSON: unexpected `}`' }],
    ],
  ])('skips %j, which is not an OpenAPI 3 document', (text, skipped, warnings) => {
    expect(readOpenapi(text)).toEqual({ markdown: '', lines: [], skipped, warnings });
  });
});
