import { describe, expect, it } from 'vitest';
import { getPath, normalizePath } from './normalize-path.ts';

describe('getPath', () => {
  it.each([
    ['https://api.example.com/pets/1?x=/y#z', '/pets/1'],
    ['https://api.example.com', '/'],
    ['https://api.example.com?x=1', '/'],
    ['/pets?x', '/pets'],
    ['pets', '/pets'],
    ['/redirect/https://example.com', '/redirect/https://example.com'],
  ])('getPath maps the URL %s to %s', (url, path) => {
    expect(getPath(url)).toBe(path);
  });
});

describe('normalizePath', () => {
  it.each([
    ['/pets/17', '/pets/{id}'],
    ['/pets/17/', '/pets/{id}'],
    ['/', '/'],
    ['//', '/'],
    ['/v1/users/ann%40example.com', '/v1/users/{id}'],
    ['/v1/users/ann%2540example.com', '/v1/users/{id}'],
    ['/v1/users/erased', '/v1/users/{id}'],
    ['/v1/users/@ann', '/v1/users/@ann'],
    ['/customers/cus_9s6XKzkNRiz8i3', '/customers/{id}'],
    ['/commits/0f8fad5bd9cb469fa16570867728950e', '/commits/{id}'],
    ['/well_known/pets', '/well_known/pets'],
    ['/v1/data_sources', '/v1/data_sources'],
    ['/v2/context_items', '/v2/context_items'],
    ['/deadbeef', '/deadbeef'],
  ])('normalizePath maps %s to %s', (path, route) => {
    expect(normalizePath(path)).toBe(route);
  });

  it('normalizePath limits the length of the result', () => {
    expect(normalizePath(`/${'x/'.repeat(5_000)}`).length).toBeLessThanOrEqual(512);
  });
});
