import { selectByTier } from '@context-sync/test-tier';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { readOpenapi } from './read-openapi.ts';

const MANY = selectByTier(2_000, 100_000);
const HEAD = { openapi: '3.1.0', info: { title: 'T' } };
const json = (description: object) => JSON.stringify({ ...HEAD, ...description });
const repeatMany = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const keys = (count: number, make: (index: number) => readonly [string, unknown]) =>
  Object.fromEntries(repeatMany(count, make));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const operationReturning = (schema: unknown) => ({
  responses: { 200: { description: 'Yes', content: { 'application/json': { schema } } } },
});
const nest = (open: string, close: string, depth = 10_000) => open.repeat(depth) + close.repeat(depth);
const readSchema = (schema: string) =>
  json({ paths: { '/a': { get: operationReturning(0) } } }).replace('"schema":0', `"schema":${schema}`);

describe('deeply nested documents', () => {
  it.each([
    ['properties', readSchema(nest('{"properties":{"a":', '}}').replace(':}', ':{}}'))],
    ['items', readSchema(nest('{"items":', '}').replace(':}', ':{}}'))],
    ['allOf', readSchema(nest('{"allOf":[', ']}'))],
    ['oneOf', readSchema(nest('{"oneOf":[{},', ']}').replace(',]', ',{}]'))],
    ['not', readSchema(nest('{"not":', '}').replace(':}', ':{}}'))],
    ['an example', readSchema(`{"example":${nest('[', ']')}}`)],
    [
      'an example with a large number',
      readSchema(`{"example":${nest('{"a":', '}').replace(':}', ':12345678901234567890}')}}`),
    ],
    ['an extension', readSchema(`{"x-a":${nest('[', ']', 3 * MANY)}}`)],
  ])('reads an OpenAPI document without warnings if it deeply nests %s', (_, text) => {
    const { markdown, warnings } = readOpenapi(text);
    expect(warnings).toEqual([]);
    expect(markdown).toContain('\n## GET /a\n');
    expect(markdown.length).toBeLessThan(4_000);
  });

  it.each([
    ['JSON lists', `{"openapi":"3.0.0","a":${'['.repeat(3 * MANY)}`],
    ['JSON objects', `{"openapi":"3.0.0","a":${'{"a":'.repeat(MANY)}`],
    ['YAML lists', `openapi: 3.0.0\na: ${'['.repeat(MANY / 5)}`],
    ['YAML maps', `openapi: 3.0.0\na: ${nest('{a: ', '}')}`],
    [
      'YAML indentation',
      `openapi: 3.0.0\na:\n${repeatMany(1_500, (index) => `${' '.repeat(index + 1)}a:`).join('\n')}`,
    ],
  ])('accepts an OpenAPI document whose deeply nested part is never read: %s', (_, text) => {
    const reading = readOpenapi(text);
    expect(reading.skipped).toBe('it begins like an OpenAPI document, but cannot be read');
    expect(reading.warnings).toHaveLength(1);
  });
});

describe('references that form cycles', () => {
  it('does not follow a reference cycle endlessly', () => {
    const schemas = {
      A: ref('B'),
      B: { allOf: [ref('A')] },
      C: { properties: { c: ref('C') } },
      D: { items: ref('D') },
      E: { oneOf: [ref('E'), ref('E')] },
      F: { additionalProperties: ref('F') },
      G: { anyOf: [ref('G'), { type: 'null' }] },
      H: ref('H'),
    };
    const components = {
      schemas,
      parameters: { A: { $ref: '#/components/parameters/B' }, B: { $ref: '#/components/parameters/A' } },
      examples: { A: { $ref: '#/components/examples/A' } },
    };
    const get = {
      parameters: [{ $ref: '#/components/parameters/A' }],
      requestBody: {
        content: { 'a/json': { schema: ref('C'), examples: { A: { $ref: '#/components/examples/A' } } } },
      },
      callbacks: { again: { '{$url}': { $ref: '#/paths/~1a' } } },
      responses: keys(8, (index) => [`20${index}`, operationReturning(ref('ABCDEFGH'[index] ?? '')).responses[200]]),
    };
    const { markdown, warnings } = readOpenapi(
      json({ paths: { '/a': { get }, '/b': { $ref: '#/paths/~1b' } }, components }),
    );
    expect(warnings.map(({ message }) => message.split('"')[1])).toEqual([
      '#/components/parameters/A',
      '#/components/examples/A',
      '#/components/schemas/H',
      '#/paths/~1b',
    ]);
    expect(markdown).toContain('- `c` (object `C`, see above)');
    expect(markdown.length).toBeLessThan(5_000);
  });
});

describe('large documents', () => {
  it('reads an OpenAPI document with many paths', () => {
    const { markdown, lines } = readOpenapi(
      json({ paths: keys(MANY, (index) => [`/p${index}`, { get: { summary: 's' } }]) }),
    );
    expect(markdown.match(/^## GET \/p\d+ – s$/gm)).toHaveLength(MANY);
    expect(lines).toHaveLength(markdown.split('\n').length);
  });

  it('reads an OpenAPI document with many paths in YAML', () => {
    const count = selectByTier(500, 5_000);
    const paths = repeatMany(count, (index) => `  /p${index}:\n    get: {summary: s}\n`).join('');
    const { markdown, lines } = readOpenapi(`openapi: 3.0.0\ninfo: {title: T}\npaths:\n${paths}`);
    expect(markdown.match(/^## GET \/p\d+ – s$/gm)).toHaveLength(count);
    expect(lines?.at(-1)).toBe(3 + 2 * count);
  });

  const properties = keys(MANY / 5, (index) => [`p${index}`, { type: 'string' }]);
  const sharedSchemas = {
    S: { properties, required: Object.keys(properties) },
    T: { oneOf: repeatMany(MANY / 5, () => ref('S')) },
  };
  const operations = selectByTier(100, 1_000);
  it.each([
    ['a schema', operationReturning(ref('S'))],
    ['a schema that is part of others', operationReturning({ allOf: [ref('S'), ref('T')] })],
    ['a response', { responses: { 200: { $ref: '#/components/responses/R' } } }],
  ])('reads many operations that share %s of several megabytes', (_, operation) => {
    const responses = {
      R: { description: 'x'.repeat(MANY / 2), content: keys(MANY / 5, (index) => [`a/${index}`, {}]) },
    };
    const text = json({
      paths: keys(operations, (index) => [`/p${index}`, { get: operation }]),
      components: { schemas: sharedSchemas, responses },
    });
    const { markdown, warnings } = readOpenapi(text);
    expect(markdown.length).toBeLessThan(5_000_000 + 3 * text.length);
    expect(markdown.match(/^## GET/gm)).toHaveLength(operations);
    expect(warnings.length).toBeLessThanOrEqual(1);
  });

  it('reads an OpenAPI operation with many other members', () => {
    const names = repeatMany(MANY / 5, (index) => `n${index}`);
    const get = {
      tags: names,
      security: names.map((name) => ({ [name]: names.slice(0, 1) })),
      servers: names.map((name) => ({ url: name })),
      parameters: names.map((name) => ({ name, in: 'query' })),
      responses: keys(MANY / 5, (index) => [`n${index}`, { description: 'd' }]),
    };
    const tags = names.map((name) => ({ name, description: name }));
    const { markdown } = readOpenapi(
      json({ tags, servers: get.servers, paths: { '/a': { get } }, security: get.security }),
    );
    expect(markdown.length).toBeLessThan(300_000);
  });

  it('reads an OpenAPI document with many schemas', () => {
    const count = selectByTier(1_000, 10_000);
    const schemas = keys(count, (index) => [`S${index}`, { properties: { next: ref(`S${index + 1}`) } }]);
    const { markdown, warnings } = readOpenapi(json({ components: { schemas } }));
    expect(warnings).toEqual([{ line: 1, message: `the reference "#/components/schemas/S${count}" does not exist` }]);
    expect(markdown.match(/^## Schema/gm)?.length).toBeGreaterThan(selectByTier(200, 2_000));
  });
});

describe('hostile YAML', () => {
  const laughs = (member: (alias: string) => string) =>
    ['openapi: 3.0.0', 'info: {title: T}', `x-0: &a0 ${member('{type: string}')}`]
      .concat(repeatMany(30, (index) => `x-${index + 1}: &a${index + 1} ${member(`*a${index} `)}`))
      .concat(
        'paths: {/a: {get: {responses: {200: {description: x, content: {a/json: {example: *a30 , schema: *a30 }}}}}}}',
      )
      .join('\n');
  it.each([
    ['properties', laughs((alias) => `{properties: {${repeatMany(10, (index) => `k${index}: ${alias}`).join(', ')}}}`)],
    ['oneOf', laughs((alias) => `{oneOf: [${repeatMany(10, () => alias).join(', ')}]}`)],
    ['allOf', laughs((alias) => `{allOf: [${repeatMany(10, () => alias).join(', ')}]}`)],
    ['lists', laughs((alias) => `[${repeatMany(10, () => alias).join(', ')}]`)],
  ])('reads YAML with exponentially growing aliases in %s', (_, text) => {
    const { markdown, warnings } = readOpenapi(text);
    expect(warnings).toEqual([]);
    expect(markdown).toContain('## GET /a');
    expect(markdown.length).toBeLessThan(60_000);
  });

  it('reads YAML with many uses of an anchor', () => {
    const { markdown, warnings } = readOpenapi(
      `openapi: 3.0.0\ninfo: {title: T}\na: &a {}\nb: [${'*a, '.repeat(MANY / 5)}]`,
    );
    expect([markdown, warnings]).toEqual(['# T\n', []]);
  });

  it('reads YAML with many merge keys', () => {
    const map = `{${repeatMany(5_000, (index) => `k${index}: 1`).join(', ')}}`;
    const { warnings } = readOpenapi(
      `openapi: 3.0.0\ninfo: {title: T}\na: &a ${map}\nb:\n${'  - <<: *a\n'.repeat(3_000)}`,
    );
    expect(warnings).toEqual([{ line: 25, message: 'there are too many merges (`<<`); later ones are skipped' }]);
  });

  it('reads YAML with a value that contains itself', () => {
    const schema = '{example: &x {a: *x , b: [*x , *x ]}, schema: &s {properties: {s: *s , t: *s }}}';
    const { markdown } = readOpenapi(
      `openapi: 3.0.0\ninfo: {title: T}\npaths: {/a: {get: {responses: {200: {description: x, content: {a/json: ${schema}}}}}}}`,
    );
    expect(markdown).toContain('Example (`a/json`), shortened:');
    expect(markdown.length).toBeLessThan(60_000);
  });

  it('reports only the first of many duplicate keys in YAML, and each duplicate key in JSON', () => {
    const { warnings } = readOpenapi(`openapi: 3.0.0\n${'a: 1\n'.repeat(MANY / 5)}`);
    expect(warnings).toEqual([{ line: 3, message: 'cannot parse the YAML: Map keys must be unique' }]);
    expect(readOpenapi(`{"openapi": "3.0.0"${', "a": 1'.repeat(MANY / 5)}}`).warnings).toHaveLength(51);
  });
});

describe('names with a special meaning in JavaScript', () => {
  const TEXT = `{
    "openapi": "3.0.0", "__proto__": {"paths": {"/x": {"get": {}}}}, "constructor": 1, "info": {"title": "T"},
    "paths": {
      "__proto__": {"get": {"operationId": "__proto__"}},
      "constructor": {"get": {"responses": {"__proto__": {"description": "p", "content": {"__proto__": {"schema": {
        "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "__proto__"}}, "required": ["toString"]
      }}}}}}}
    }
  }`;
  it.each([
    ['JSON', TEXT],
    ['YAML', TEXT.replace('"openapi"', 'openapi')],
  ])('treats names with a special meaning in JavaScript as ordinary keys in %s', (_, text) => {
    const { markdown } = readOpenapi(text);
    expect(markdown.split('\n').filter((line) => line !== '')).toEqual([
      '# T',
      '## GET \\_\\_proto\\_\\_ {#__proto__}',
      '**Operation:** `__proto__`',
      '## GET constructor',
      '### Response `__proto__`',
      'p. `__proto__`: object, requires `toString`',
      '- `__proto__` (string)',
      '- `constructor` (__proto__)',
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('long OpenAPI descriptions', () => {
  const words = (text: string) =>
    json({ info: { title: 'T', description: text }, paths: { '/a': { get: { description: text, summary: text } } } });
  it.each([
    ['headings', '# a\n', MANY / 2],
    ['fences', '```\n- ```\n', 30_000],
    ['lines of a paragraph', 'a\n', MANY],
    ['underlines', 'a\n===\n', 30_000],
    ['HTML headings', '<h2>a</h2> ', MANY / 2],
    ['comments', '<!--', MANY],
    ['backticks', '`', MANY],
    ['pipes', '|', MANY],
    ['brackets', '[', MANY],
    ['braces', '{#', MANY],
    ['spaces', ' ', 1_000_000],
    ['tabs', '\t', 200_000],
    ['newlines', '\n', 1_000_000],
    ['carriage returns', '\r', 1_000_000],
    ['list markers', '- ', MANY],
    ['quotes', '>', MANY],
  ])('converts very long text without warnings: %s', (_, text, count) => {
    const { markdown, warnings } = readOpenapi(words(`a${text.repeat(count)}b`));
    expect(markdown).toContain('\n## GET /a – a');
    expect(markdown.length).toBeLessThan(3 * text.length * count + 1_000_000);
    expect(warnings).toEqual([]);
  });
});

describe('unclosed constructs in OpenAPI descriptions', () => {
  const open = [
    '```',
    '~~~ a',
    '- ```',
    '1. a\n   ```',
    '<pre>',
    '<script>',
    '<!--',
    'a <!-- b',
    '<div>',
    '<![CDATA[',
    '<?php',
    '> a',
    '| a |',
    '`',
    '- a',
    '    a',
    '[',
    '<a',
    '# ',
    '***',
    '[a]: <b',
    'a\n-',
    'a\n===',
  ];
  it.each(open)('keeps the headings after an unclosed construct in a description: %j', (text) => {
    const part = {
      description: text,
      responses: {
        200: {
          description: text,
          content: { 'a/json': { schema: { description: text, properties: { a: { description: text } } } } },
        },
      },
    };
    const { markdown } = readOpenapi(
      json({
        info: { title: 'T', description: text },
        tags: [{ name: 'a', description: text }],
        paths: { '/a': { get: part }, '/b': { get: part } },
      }),
    );
    const headings = fromMarkdown(markdown).children.filter(({ type }) => type === 'heading');
    expect(
      headings.map((heading) => markdown.slice(heading.position?.start.offset, heading.position?.end.offset)),
    ).toEqual(['# T', '## GET /a', '### Response `200`', '## GET /b', '### Response `200`']);
  });
});
