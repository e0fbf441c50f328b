import { describe, expect, it } from 'vitest';
import { readOpenapi } from './read-openapi.ts';
import { findSharedSchemas } from './shared-schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

describe('shared component schemas', () => {
  const used = {
    paths: { '/a': { get: { responses: { 200: json(ref('A')), 201: json(ref('B')), 400: json(ref('A')) } } } },
  };
  it.each([
    ['a schema of two responses', used, ['A']],
    ['no schema that only refers to itself', { ...used, components: { schemas: { B: { items: ref('B') } } } }, ['A']],
    [
      'a schema of a response that two operations use',
      {
        paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/R' } } } }, '/b': { $ref: '#/x' } },
        x: { get: { responses: { 200: { $ref: '#/components/responses/R' } } } },
        components: { responses: { R: json(ref('A')) } },
      },
      ['A'],
    ],
    ['no schema of an unused response', { components: { responses: { R: json(ref('A')) } } }, []],
    [
      'no schema that is merged into others',
      {
        components: {
          schemas: { B: { allOf: [ref('A'), { properties: { b: {} } }] }, C: { allOf: [ref('A')], properties: {} } },
        },
      },
      [],
    ],
    [
      'a schema that only gets a description by allOf',
      {
        components: { schemas: { B: { properties: { a: { allOf: [ref('A'), { description: 'x' }] }, b: ref('A') } } } },
      },
      ['A'],
    ],
    ['no schema whose part is used', { x: [ref('A/properties/b'), ref('A/properties/b')] }, []],
  ])('finds %s', (_, root, names) => {
    expect([...findSharedSchemas(root)].sort()).toEqual(names);
  });

  it('visits an object only once if aliases repeat it exponentially often', () => {
    let level: object = { a: ref('A') };
    for (let depth = 0; depth < 64; depth += 1) level = { one: level, other: level };
    expect([...findSharedSchemas(level)]).toEqual([]);
  });
});

/** Returns an OpenAPI document whose operations all return the same resource, with nested resources, in several statuses and content types. */
function createDocument(operationCount: number, depth: number): string {
  const schemas = Object.fromEntries(
    Array.from({ length: depth }, (_, level) => [
      `Level${level}`,
      {
        description: `A value of level ${level}.`,
        properties: {
          ...Object.fromEntries(
            Array.from({ length: 6 }, (__, n) => [
              `field${level}_${n}`,
              { type: 'string', description: `Field ${n} of ${level}.` },
            ]),
          ),
          kind: { allOf: [ref('Kind')], enum: [level] },
          next: ref(`Level${Math.min(level + 1, depth - 1)}`),
          list: { type: 'array', items: ref(`Level${(level + 2) % depth}`) },
          choice: { oneOf: [ref('Level0'), ref(`Level${depth - 1}`)] },
          currency: ref('Currency'),
        },
      },
    ]),
  );
  const Kind = {
    oneOf: Array.from({ length: 30 }, (_, n) => ({ const: n, title: `KIND_${n}`, description: `The kind ${n}.` })),
  };
  const Currency = { type: 'string', enum: Array.from({ length: 150 }, (_, n) => `C${n}`) };
  const headers = { 'X-Limit': { description: 'Requests that are permitted.', schema: { type: 'integer' } } };
  const paths = Object.fromEntries(
    Array.from({ length: operationCount }, (_, n) => [
      `/things${n}`,
      {
        post: {
          summary: `Create thing ${n}`,
          requestBody: json(ref(`Level${n % depth}`)),
          responses: { 200: { description: `Thing ${n}`, headers, ...json(ref(`Level${n % depth}`)) } },
        },
      },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T' },
    paths,
    components: { schemas: { ...schemas, Kind, Currency } },
  });
}

describe('repetition in OpenAPI documents', () => {
  const { markdown } = readOpenapi(createDocument(8, 8));
  const lines = markdown
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const sections = markdown.split(/^(?=## )/m);
  const getSection = (heading: string) => sections.find((section) => section.startsWith(`## ${heading}`)) ?? '';

  it('describes each property once', () => {
    expect(lines.filter((line) => line.startsWith('- `field3_2`'))).toEqual(['- `field3_2` (string): Field 2 of 3.']);
    expect(lines.join('').length / [...new Set(lines)].join('').length).toBeLessThan(1.6);
  });

  it('refers to a shared schema by name below the first level and in a response', () => {
    expect(getSection('POST /things3')).toContain('- `next` (object `Level4`)');
    expect(getSection('POST /things3')).not.toContain('field4_');
    expect(getSection('POST /things3')).toContain('Thing 3. `application/json`: object `Level3`, see Request body');
  });

  it('describes the value of a constant without the other values', () => {
    expect(getSection('POST /things3')).toContain('- `kind` (number, always `3`): KIND_3: The kind 3.');
    expect(markdown).not.toContain('KIND_4: The kind 4.\n  ');
    expect(lines.filter((line) => line.includes('KIND_29'))).toEqual([]);
  });

  it('lists the operations whose bodies a shared schema describes in the section of the schema', () => {
    const content = json(ref('Pet'));
    const paths = {
      '/a': { get: { summary: 'Read', responses: { 200: content } }, put: { responses: { 200: content } } },
    };
    const components = { schemas: { Pet: { properties: { id: { type: 'integer' } } } } };
    const page = readOpenapi(JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths, components })).markdown;
    expect(page).toMatch(/## Schema Pet\n\nobject `Pet`\n\n- `id` \(integer\)\n\nBody of: GET \/a – Read; PUT \/a/);
  });

  it('lists a long shared enumeration once', () => {
    expect(getSection('POST /things3')).toContain('- `currency` (string, one of the 150 values of `Currency`)');
    expect(getSection('Schema Currency')).toContain('`C0`, `C1`');
  });

  it('describes a header of several responses once', () => {
    expect(getSection('POST /things3')).toContain('Header `X-Limit`, see “Response headers”');
    expect(lines.filter((line) => line.includes('Requests that are permitted.'))).toHaveLength(1);
  });
});

it('shortens a long summary in a heading and keeps it in the text', () => {
  const summary = 'Creates a thing and returns it with everything that anyone ever wanted to know about it. Slowly';
  const markdown = readOpenapi(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T' },
      paths: { '/a': { get: { summary }, put: { summary: `Creates one. ${summary}` } } },
    }),
  ).markdown.split('\n');
  expect(markdown).toContain('## GET /a – Creates a thing and returns it with everything that anyone ever…');
  expect(markdown).toContain(summary);
  expect(markdown).toContain('## PUT /a – Creates one');
});

it('describes a map of itself once', () => {
  const { markdown } = readOpenapi(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T' },
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'A',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Plain' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Plain: {
            type: 'object',
            additionalProperties: {
              anyOf: [{ $ref: '#/components/schemas/Plain' }, { type: 'string', description: 'A text.' }],
            },
          },
        },
      },
    }),
  );
  expect(markdown.match(/option `Plain`/g)).toHaveLength(1);
});
