import { expect, it } from 'vitest';
import { recognizeText } from './recognize-openapi.ts';

const NOT = 'it is not an OpenAPI 3 document';
const SWAGGER = 'it is a Swagger 2.0 document; convert it to OpenAPI 3';

it.each([
  ['json', '{"openapi": "3.1.0", "info": {}}'],
  ['json', '\n {\n  "components": {"openapi": "2"},\n  "openapi" : "3.0.3"}'],
  ['json', '{"x": ["openapi", {"openapi": 1}], "openapi":"3.2.0"'],
  ['json', '{"a\\"b": "\\"openapi\\"", "openapi": "3.0.0"}'],
  ['yaml', 'openapi: 3.0.0\ninfo: {}'],
  ['yaml', '# comment\n---\ninfo:\n  openapi: 2\n"openapi" : "3.1.0"'],
  ['yaml', "'openapi': '3.1'"],
  ['yaml', 'openapi: 3'],
  ['yaml', '{openapi: 3.0.0, info: {title: T}}'],
])('recognizes OpenAPI in %s: %j', (syntax, text) => {
  expect(recognizeText(text)).toEqual({ syntax });
});

it.each([
  [NOT, ''],
  [NOT, '{}'],
  [NOT, '[{"openapi": "3.0.0"}]'],
  [NOT, '"openapi"'],
  [NOT, '{"name": "openapi", "openapi": {"version": "3.0.0"}}'],
  [NOT, '{"dependencies": {"openapi": "3.0.0"}}'],
  [NOT, '{"openapi": "4.0.0"}'],
  [NOT, '{"openapi": "30.0.0"}'],
  [NOT, 'a:\n  openapi: 3.0.0'],
  [NOT, 'openapi:3.0.0'],
  [NOT, 'openapi: ./description.yaml'],
  [NOT, 'openapi-version: 3.0.0'],
  [NOT, 'text about openapi: 3.0.0'],
  [NOT, 'asyncapi: 3.0.0\n# not openapi'],
  [SWAGGER, 'swagger: "2.0"\ninfo: {}'],
  [SWAGGER, '{"info": {}, "swagger": "2.0"}'],
])('returns the skip reason %j for %j', (skipped, text) => {
  expect(recognizeText(text)).toEqual({ skipped });
});
