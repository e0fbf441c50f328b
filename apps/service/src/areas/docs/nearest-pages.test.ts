import { describe, expect, it } from 'vitest';
import { findNearestPages } from './nearest-pages.ts';

const PAGES = [
  { path: 'guides/errors', title: 'Handle Errors' },
  { path: 'guides/rate-limits', title: 'Rate limits' },
  { path: 'terrorist-list', title: 'Sanctions' },
  { path: 'reference/handle', title: 'Überblick' },
];
const findPaths = (path: string) => findNearestPages(path, PAGES).map((page) => page.path);

describe('findNearestPages', () => {
  it('the nearest pages have the most words of their paths and titles in common with the path', () => {
    expect(findPaths('handle-errors')).toEqual(['guides/errors', 'reference/handle']);
    expect(findPaths('RATE')).toEqual(['guides/rate-limits']);
    expect(findPaths('überblick')).toEqual(['reference/handle']);
  });

  it('a word that is only a part of a word of a page does not count', () => {
    expect(findPaths('error')).toEqual([]);
    expect(findPaths('limit')).toEqual([]);
  });

  it('pages in the same folder follow pages with a common word', () => {
    expect(findPaths('guides/limits')).toEqual(['guides/rate-limits', 'guides/errors']);
  });
});
