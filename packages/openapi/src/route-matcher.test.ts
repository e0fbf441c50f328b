import { describe, expect, it, vi } from 'vitest';
import { RouteMatcher } from './route-matcher.ts';

const PATHS = [
  '/pets',
  '/pets/{petId}',
  '/pets/mine',
  '/pets/{id}.json',
  '/{shop}/pets/{id}',
  '/files/{name}/raw',
  '/',
];
const matcher = new RouteMatcher({
  basePaths: ['/v1'],
  operations: PATHS.map((path, at) => ({ method: 'GET', path, operationId: `operation${at}` })),
});

describe('RouteMatcher', () => {
  it.each([
    ['/pets', '/pets'],
    ['/pets/', '/pets'],
    ['/v1/pets', '/pets'],
    ['/v1', '/'],
    ['/pets/7', '/pets/{petId}'],
    ['/pets/mine', '/pets/mine'],
    ['/pets/7.json', '/pets/{id}.json'],
    ['/berlin/pets/7', '/{shop}/pets/{id}'],
    ['/files/a/raw', '/files/{name}/raw'],
    ['/files//raw', undefined],
    ['/files/a', undefined],
    ['/v12/pets', undefined],
  ])('RouteMatcher maps the path %s to the route %s', (path, route) => {
    expect(matcher.match(path)).toBe(route);
  });

  it('RouteMatcher maps endpoints to operations and operations to endpoints', () => {
    expect(matcher.operationId('GET', '/pets/mine')).toBe('operation2');
    expect(matcher.operationId('POST', '/pets/mine')).toBeUndefined();
    expect(matcher.getEndpoint('operation2')).toEqual({ method: 'GET', route: '/pets/mine' });
    expect(matcher.getEndpoint('none')).toBeUndefined();
  });

  it('RouteMatcher visits each segment of similar paths at most once', () => {
    const deepMatcher = new RouteMatcher({
      basePaths: [],
      operations: Array.from({ length: 5_000 }, (_, at) => ({
        method: 'GET',
        path: `/${[...at.toString(2).padStart(13, '0')].map((bit) => (bit === '0' ? '{x}' : 'a')).join('/')}/end`,
      })),
    });
    const visits = vi.spyOn(Map.prototype, 'get');
    expect(deepMatcher.match(`/${'a/'.repeat(13)}other`)).toBeUndefined();
    const { length } = visits.mock.calls;
    visits.mockRestore();
    expect(length).toBeGreaterThan(13);
    expect(length).toBeLessThan(5_000 * 14);
  });
});
