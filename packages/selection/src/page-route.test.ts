import { getElementAt } from '@context-sync/base';
import { describe, expect, test } from 'vitest';
import { parseCandidates } from './candidate-page.ts';
import { findMostAlike, getRoute, groupByRoute } from './page-route.ts';

test.each([
  ['guide.md', 'guide'],
  ['guide/index.md', 'guide'],
  ['guide/README.rst', 'guide'],
  ['guide/_index.md', 'guide'],
  ['index.html', ''],
  ['a.b/c.d.MDX', 'a.b/c.d'],
  ['api/openapi.yaml', 'api/openapi.yaml'],
  ['api/index.json', 'api/index.json'],
  ['LICENSE', 'LICENSE'],
  ['photo.png', 'photo.png'],
  ['.md', '.md'],
])('the route of %s is %j', (path, route) => {
  const { folders, stem, extension } = getElementAt(parseCandidates([{ path }]), 0);
  expect(getRoute(folders, stem, extension)).toBe(route);
});

describe('findMostAlike', () => {
  const pages = ['a.html', 'a.md', 'a/README.md', 'a/index.md'].map((path) =>
    getElementAt(parseCandidates([{ path }]), 0),
  );
  const forms = groupByRoute(pages).get('a') ?? [];

  test.each([
    ['fr/a/index.md', 'index', 'a/index.md'],
    ['fr/a/README.md', 'README', 'a/README.md'],
    ['fr/a.md', 'a', 'a.md'],
    ['fr/_a.md', '_a', 'a.md'],
    ['fr/a.html', 'a', 'a.html'],
    ['fr/a.rst', 'a', 'a.html'],
  ])('findMostAlike selects, for the path %s and the stem %s, the page %s', (path, stem, expected) => {
    expect(findMostAlike(getElementAt(parseCandidates([{ path }]), 0), stem, forms)?.path).toBe(expected);
  });

  test('findMostAlike returns no file for an empty list', () =>
    expect(findMostAlike(getElementAt(parseCandidates([{ path: 'a.md' }]), 0), 'a', [])).toBeUndefined());
});
