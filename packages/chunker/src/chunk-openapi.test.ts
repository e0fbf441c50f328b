import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const fields = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string', description: text }]));
const body = (properties: object) => ({ content: { 'application/json': { schema: { properties } } } });
const getItems = (paths: object) =>
  chunk({ path: 'api.json', text: JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths }) }).items;

it('links to an OpenAPI document have no anchor, because its page has no anchors', () => {
  const text =
    'openapi: 3.1.0\ninfo: {title: T}\npaths: {/a: {get: {operationId: readA, summary: Read, responses: {}}}}\n';
  const { items } = chunk({ path: 'api.yaml', text }, { address: { repositoryUrl: 'https://example.com/' } });
  expect(items.map(({ content }) => /Source: (.*)$/.exec(content)?.[1])).toContain('https://example.com/api.yaml');
  expect(items.filter(({ content }) => content.includes('api.yaml#'))).toEqual([]);
});

describe('long operations', () => {
  const operation = {
    summary: 'Create',
    requestBody: body({ owner: { properties: fields(50, 'Who it belongs to. '.repeat(10)) } }),
    responses: {
      200: { description: 'OK', ...body(fields(50, 'What was created. '.repeat(7))) },
      404: { description: 'Gone.' },
    },
  };
  const items = getItems({ '/a': { post: operation } });

  it('each part of a long operation states whether it describes the request or a response', () => {
    expect(items.length).toBeGreaterThan(2);
    for (const { content } of items.slice(1)) {
      const [first] = content.split('\n');
      if (content.includes('Who it belongs to')) expect(first).toContain('› Request body');
      if (content.includes('What was created')) expect(first).toContain('› Response 200');
    }
  });

  it('each part of a long operation starts with the names of the parent fields', () => {
    const parts = items.filter(({ content }) => content.includes('Who it belongs to'));
    expect(parts.length).toBeGreaterThan(1);
    for (const { content } of parts.slice(1)) expect(content).toMatch(/^- `owner` \(continued\)\n {2}- `f\d+`/m);
  });

  it('keeps a response together with its schema, and short lists with the block next to them', () => {
    for (const { content } of items) expect(content.trimEnd()).not.toMatch(/Response `200`$|OK$|:$/);
    expect(items.filter(({ content }) => content.length < 500)).toEqual([]);
  });
});

it('merges operations that consist only of a name with their neighbors', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [`/path${index}`, { get: { tags: ['paths'] } }]),
  );
  expect(getItems(paths)).toHaveLength(1);
});
