import { expect, it } from 'vitest';
import { parseJsonSource } from './json-source.ts';

const TEXT = `{
  "openapi": "3.0.0",
  "paths": {
    "/a": {
      "get": {
        "summary": "A"
      },
      "additionalOperations": {
        "COPY": {}
      }
    }
  },
  "components": { "schemas": { "S": { "properties": { "get": {} } } } }
}
`;

it('reports the source lines of the parts of a JSON document', () => {
  const source = parseJsonSource(TEXT);
  if ('fault' in source) throw new Error(source.fault.message);
  expect([
    source.lines(['paths']),
    source.lines(['paths', '/a', 'get']),
    source.lines(['paths', '/a', 'additionalOperations', 'COPY']),
    source.lines(['components', 'schemas', 'S']),
    source.lines(['components', 'schemas', 'S', 'properties']),
    source.lines(['paths', '/b']),
  ]).toEqual([[3, 12], [5, 7], [9, 9], [13, 13], undefined, undefined]);
});

it.each([
  ['{"openapi": "3.0.0",\n"info": {"title": 1,\n}}', { line: 3, column: 1, message: 'unexpected `}`' }],
  ['{"openapi": "3.0.0",\n"info": {\n', { line: 2, column: 10, message: 'unexpected end' }],
  ['{"openapi": "\\x"}', { line: 1, column: 15, message: 'unexpected `x`' }],
])('reports where a JSON document is invalid: %j', (text, fault) => {
  expect(parseJsonSource(text)).toEqual({ fault: { syntax: 'JSON', kind: 'invalid', ...fault } });
});

it('warns about duplicate keys in JSON', () => {
  const source = parseJsonSource('{"openapi": "3.0.0",\n"paths": {"/a": {},\n"/a": {"get": {}}}}');
  expect(source).toMatchObject({
    root: { paths: { '/a': { get: {} } } },
    warnings: [{ line: 3, message: 'the key "/a" occurs twice; its last value is used' }],
  });
});

it('keeps whole numbers in JSON that JavaScript would round', () => {
  expect(
    parseJsonSource('{"a": [9223372036854775807, -12345678901234567, 1e400, 12.5, "12345678901234567"]}'),
  ).toMatchObject({
    root: { a: [9223372036854775807n, -12345678901234567n, Number.POSITIVE_INFINITY, 12.5, '12345678901234567'] },
  });
});
