import { describe, expect, it } from 'vitest';
import { createReader } from './document-reader.ts';
import { findOperations, listOperations } from './find-operations.ts';

const operations = listOperations(
  createReader({
    paths: {
      '/users/{id}': { get: {} },
      '/users/{name}': { post: {} },
      '/users/me': { get: {} },
      '/{type}/{id}': { delete: {} },
    },
  }),
);
const find = (path: string) => findOperations(operations, path).map((each) => `${each.method} ${each.path}`);

describe('findOperations', () => {
  it.each<[string, string, string[]]>([
    ['a path as in the document', '/users/{id}', ['GET /users/{id}']],
    [
      'a path with other parameter names, which can match several paths',
      '/users/{user}',
      ['GET /users/{id}', 'POST /users/{name}'],
    ],
    ['a path with values, which matches the path with the fewest parameters', '/users/7', ['GET /users/{id}']],
    ['a path that could also be a parameter value of another path', '/users/me', ['GET /users/me']],
    ['a URL with a query', 'https://api.example.com/users/me/?a=1', ['GET /users/me']],
    ['a path without an operation', '/users/7/pets', []],
  ])('returns the API operations for %s', (_name, path, expected) => {
    expect(find(path)).toEqual(expected);
  });
});
