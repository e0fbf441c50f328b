import { describe, expect, it } from 'vitest';
import { describeRoutes } from './describe-routes.ts';
import { createReader } from './document-reader.ts';
import { findOperations, listOperations } from './find-operations.ts';
import { RouteMatcher } from './route-matcher.ts';
import { getBasePaths, listServers } from './servers.ts';

const list = (values: readonly unknown[]) => ({ enum: values, default: values[0] });

describe('base paths of servers', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['an absolute URL', [{ url: 'https://a.example.com/v1/' }], ['/v1']],
    ['a URL without a path', [{ url: 'https://a.example.com' }], ['']],
    [
      'a relative path',
      [{ url: '/v1' }, { url: 'v2' }, { url: './v3/' }, { url: '../v4' }],
      ['/v1', '/v2', '/v3', '/v4'],
    ],
    ['a URL without a scheme', [{ url: '//a.example.com/v1' }], ['/v1']],
    ['no URL, which is the root', [{}, { url: '' }], ['']],
    ['a list of values', [{ url: '/{v}', variables: { v: list(['v1', 'v2']) } }], ['/v1', '/v2']],
    [
      'a default that is not in the list',
      [{ url: '/{v}', variables: { v: { enum: ['v1'], default: 'v9' } } }],
      ['/v1', '/v9'],
    ],
    [
      'several lists',
      [{ url: '/{a}/{b}', variables: { a: list(['x', 'y']), b: list([1, 2]) } }],
      ['/x/1', '/x/2', '/y/1', '/y/2'],
    ],
    [
      'a segment with any value',
      [{ url: 'https://a.example.com/{tenant}/api', variables: { tenant: { default: 'acme' } } }],
      ['/{tenant}/api'],
    ],
    [
      'a default of several segments',
      [{ url: 'https://a.example.com/{base}', variables: { base: { default: 'api/v2' } } }],
      ['/api/v2'],
    ],
    ['a default as a part of a segment', [{ url: '/v{n}', variables: { n: { default: '3' } } }], ['/v3']],
    [
      'variables in host and port',
      [{ url: 'https://{r}.example.com:{p}/v1', variables: { r: list(['eu', 'us']), p: { default: 8443 } } }],
      ['/v1'],
    ],
    [
      'a variable for the whole origin',
      [{ url: '{origin}/v1', variables: { origin: { default: 'https://a.example.com' } } }],
      ['/v1'],
    ],
    ['a variable that is not described', [{ url: 'https://a.example.com/{x}' }], ['/{x}']],
    ['a URL that is invalid', [{ url: 'https://[' }, { url: '/v1' }], ['/v1']],
  ])('getBasePaths returns the paths of %s', (_name, servers, expected) => {
    expect(getBasePaths({}, listServers({ servers }))).toEqual(expected);
  });

  it('limits the number of base paths', () => {
    const values = Array.from({ length: 30 }, (_, index) => `v${index}`);
    const variables = { a: list(values), b: list(values) };
    expect(getBasePaths({}, listServers({ servers: [{ url: '/{a}/{b}', variables }] })).length).toBeLessThanOrEqual(20);
  });
});

describe('routes below the servers of a document', () => {
  const root = {
    servers: [{ url: 'https://a.example.com/v1' }],
    paths: {
      '/pets': { get: {}, post: { servers: [{ url: 'https://b.example.com/upload' }] } },
      '/pets/{id}': { get: {} },
      '/pets/mine': { servers: [{ url: 'https://c.example.com/v1' }], get: {} },
      '/files/{id}': { servers: [{ url: '/{tenant}/files', variables: { tenant: { default: 'acme' } } }], get: {} },
    },
    webhooks: { newPet: { post: {} } },
  };
  const operations = listOperations(createReader(root));
  const matcher = new RouteMatcher(describeRoutes(root, operations));

  it.each([
    ['/v1/pets', '/pets'],
    ['/upload/pets', '/pets'],
    ['/pets', '/pets'],
    ['/v1/pets/7', '/pets/{id}'],
    ['/upload/pets/7', undefined],
    ['/v1/pets/mine', '/pets/mine'],
    ['/umbrella/files/files/7', '/files/{id}'],
    ['/v1/files/7', undefined],
    ['/newPet', undefined],
  ])('the request path %s belongs to the route %s', (path, route) => {
    expect(matcher.match(path)).toBe(route);
  });

  it.each([
    ['https://a.example.com/v1/pets/7?x=1', ['GET /pets/{id}']],
    ['/upload/pets', ['GET /pets', 'POST /pets']],
    ['newPet', ['POST newPet']],
  ])('findOperations returns the operations that match %s', (path, expected) => {
    expect(findOperations(operations, path, matcher).map((each) => `${each.method} ${each.path}`)).toEqual(expected);
  });
});
