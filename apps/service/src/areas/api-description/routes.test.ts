import { describe, expect, it } from 'vitest';
import {
  errorBody,
  OPENAPI_DOCUMENT,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';
import { MAX_DOCUMENT_BYTES } from './index.ts';

const PATH = projectPath('/api-description');
const YAML = 'openapi: 3.0.3 # kept\ninfo: { title: Pets, version: "1" }\npaths: {}\n';

async function open() {
  const service = await openService();
  const put = (text: string, type: string) =>
    service.sendRequest<{ error: { message: string } }>('PUT', PATH, { text, headers: { 'content-type': type } });
  /** Returns the stored OpenAPI document as text, because it can also be YAML. */
  const readDocument = async (slug?: string) => {
    const headers = { authorization: `Bearer ${service.keys.ann}` };
    const response = await service.app.request(projectPath('/api-description', slug), { headers });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  return { ...service, put, shown: readDocument };
}

describe('the OpenAPI document of a project', () => {
  it('stores an OpenAPI document, returns it unchanged, and deletes it', async () => {
    const { sendRequest, shown } = await open();
    expect((await shown()).status).toBe(404);
    expect(await sendRequest('PUT', PATH, { json: OPENAPI_DOCUMENT })).toMatchObject({
      status: 200,
      body: { format: 'json', openapi: '3.1.0', title: 'Pets', version: '1.0.0', operations: 1 },
    });
    const expected = { status: 200, type: 'application/json', text: JSON.stringify(OPENAPI_DOCUMENT) };
    expect(await shown()).toEqual(expected);
    expect((await shown(SECOND_PROJECT)).status).toBe(404);
    expect((await sendRequest('DELETE', PATH)).status).toBe(204);
    expect((await shown()).status).toBe(404);
    expect(await sendRequest('DELETE', PATH)).toMatchObject(errorBody(404, 'not_found'));
  });

  it.each(['application/yaml', 'text/yaml; charset=utf-8', 'Application/X-YAML', 'application/vnd.oai.openapi'])(
    'accepts an OpenAPI document in YAML with the Content-Type %s and preserves its comments',
    async (type) => {
      const { put, shown } = await open();
      expect(await put(`\uFEFF${YAML}`, type)).toMatchObject({ status: 200, body: { format: 'yaml', operations: 0 } });
      expect(await shown()).toEqual({ status: 200, type: 'application/yaml', text: YAML });
    },
  );

  it('accepts an OpenAPI document in UTF-16', async () => {
    const { app, keys, shown } = await open();
    const response = await app.request(PATH, {
      method: 'PUT',
      headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/yaml' },
      body: Buffer.from(`\uFEFF${YAML}`, 'utf16le'),
    });
    expect(response.status).toBe(200);
    expect((await shown()).text).toBe(YAML);
  });

  it('warns about references without a target in an OpenAPI document, with their lines', async () => {
    const { put } = await open();
    const paths = 'paths:\n  /a: { get: { parameters: [{ $ref: "#/gone" }] } }\n  /b: { $ref: b.yaml }\n';
    expect((await put(YAML.replace('paths: {}\n', paths), 'application/yaml')).body).toMatchObject({
      warnings: [
        'line 4: the reference "#/gone" does not exist',
        expect.stringMatching(/^line 5: the reference "b\.yaml" is to another file, .* bundle the files/),
      ],
    });
  });

  it.each(['3.0.0-rc2', '3.1.0-RC.1-x', '3.2.10'])(
    'accepts a document with the OpenAPI version %s',
    async (openapi) => {
      const { sendRequest } = await open();
      const response = await sendRequest('PUT', PATH, { json: { ...OPENAPI_DOCUMENT, openapi } });
      expect(response).toMatchObject({ status: 200, body: { openapi } });
    },
  );

  it.each<[string, string, string, string]>([
    ['truncated JSON', 'application/json', '{"openapi": "3.1.0",', 'it is not JSON'],
    ['YAML sent as JSON', 'application/json', YAML, 'it is not JSON'],
    ['invalid YAML', 'application/yaml', 'openapi: [3.1.0', 'it is not YAML'],
    ['a duplicate key in YAML', 'application/yaml', 'info: {}\ninfo: {}', 'Map keys must be unique at line 2'],
    ['an empty body', 'application/json', '', 'it is not JSON'],
    ['a string instead of an object', 'application/yaml', 'hello', 'it must be an object'],
    ['an array instead of an object', 'application/json', '[]', 'it must be an object'],
    ['no OpenAPI version', 'application/json', '{"info":{}}', 'openapi is missing: add the version, such as "3.1.0"'],
    [
      'Swagger',
      'application/json',
      '{"swagger":"2.0"}',
      'swagger is "2.0": only OpenAPI 3.0, 3.1 and 3.2 are supported; convert',
    ],
    [
      'a later version',
      'application/json',
      '{"openapi":"4.0.0"}',
      'openapi must be 3.0.x, 3.1.x or 3.2.x (got "4.0.0")',
    ],
    [
      'a version with invalid characters',
      'application/json',
      '{"openapi":"3.1.0-x_"}',
      'openapi must be 3.0.x, 3.1.x or 3.2.x (got "3.1.0-x_")',
    ],
    ['a version that YAML parses as a number', 'application/yaml', 'openapi: 3.1', '(got 3.1); put it in quotes'],
    ['no info object', 'application/json', '{"openapi":"3.1.0"}', 'info is missing'],
    [
      'an empty title',
      'application/json',
      '{"openapi":"3.1.0","info":{"title":""}}',
      'info.title must be a non-empty string',
    ],
    [
      'no paths object',
      'application/json',
      '{"openapi":"3.1.0","info":{"title":"T","version":"1"}}',
      'paths is missing',
    ],
    [
      'a path without a leading slash',
      'application/json',
      JSON.stringify({ ...OPENAPI_DOCUMENT, paths: { pets: {} } }),
      'paths: "pets" must start with "/"',
    ],
    [
      'a path that is not an object',
      'application/json',
      JSON.stringify({ ...OPENAPI_DOCUMENT, paths: { '/pets': [] } }),
      'paths: "/pets" must be an object of operations',
    ],
    [
      'an operation that is not an object',
      'application/json',
      JSON.stringify({ ...OPENAPI_DOCUMENT, paths: { '/pets': { get: 1 } } }),
      '"GET /pets" must be an object',
    ],
    [
      'an operationId that is used twice',
      'application/json',
      JSON.stringify({
        ...OPENAPI_DOCUMENT,
        paths: { '/a': { get: { operationId: 'x' } }, '/b': { put: { operationId: 'x' } } },
      }),
      'operationId "x" is used by both "GET /a" and "PUT /b": operation ids must be unique',
    ],
    [
      'aliases that expand to more than fits into memory',
      'application/yaml',
      `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`).join('\n')}`,
      'its YAML aliases expand to more than 500000 values: use $ref',
    ],
    [
      'JSON nested beyond the limit',
      'application/json',
      `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
      'nested deeper than 64 levels',
    ],
    [
      'YAML nested beyond the limit',
      'application/yaml',
      `a: ${'['.repeat(9_000)}${']'.repeat(9_000)}`,
      'nested deeper than 64 levels',
    ],
    ['YAML over the limit', 'application/yaml', `${YAML}# ${'x'.repeat(MAX_DOCUMENT_BYTES.yaml)}`, 'as JSON up to'],
  ])('rejects an invalid OpenAPI document and keeps the stored one: %s', async (_name, type, text, message) => {
    const { put, shown } = await open();
    await put(YAML, 'application/yaml');
    const response = await put(text, type);
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(`body: `);
    expect(response.body.error.message).toContain(message);
    expect((await shown()).text).toBe(YAML);
  });

  it.each(['text/plain', '', 'application/xml'])(
    'rejects an OpenAPI document with the Content-Type %j',
    async (type) => {
      const { put } = await open();
      const response = await put(JSON.stringify(OPENAPI_DOCUMENT), type);
      expect(response).toMatchObject(errorBody(415, 'unsupported_media_type'));
      expect(response.body.error.message).toContain('application/json or application/yaml');
    },
  );

  it('accepts an OpenAPI document in JSON up to the size limit, and rejects a longer one', async () => {
    const { put } = await open();
    const json = JSON.stringify(OPENAPI_DOCUMENT);
    const largest = json + ' '.repeat(MAX_DOCUMENT_BYTES.json - json.length);
    expect((await put(largest, 'application/json')).status).toBe(200);
    expect(await put(`${largest} `, 'application/json')).toMatchObject(errorBody(413, 'payload_too_large'));
  });
});
