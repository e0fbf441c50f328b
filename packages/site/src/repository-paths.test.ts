import { describe, expect, it } from 'vitest';
import { getPathInside, resolvePath, splitTarget } from './repository-paths.ts';

describe('getPathInside', () => {
  it.each([
    ['docs', 'docs/a.md', 'a.md'],
    ['docs', 'docs', ''],
    ['', 'docs/a.md', 'docs/a.md'],
    ['docs', 'docs-old/a.md', undefined],
  ])('relative to the folder %j, the path %s becomes %j', (folder, path, expected) => {
    expect(getPathInside(folder, path)).toBe(expected);
  });
});

describe('resolvePath', () => {
  it.each([
    ['docs/a', '../b.md', 'docs/b.md'],
    ['docs', './b.md', 'docs/b.md'],
    ['docs', '../../b.md', undefined],
  ])('from the folder %s, the link %s resolves to %s', (folder, path, expected) => {
    expect(resolvePath(folder, path)).toBe(expected);
  });
});

describe('splitTarget', () => {
  it('decodes the path and fragment of a link, and keeps the query', () => {
    expect(splitTarget('a%20b.md?x=%20#%C3%BC')).toEqual({ path: 'a b.md', query: '?x=%20', fragment: 'ü' });
  });

  it('keeps invalid escapes of a link', () => {
    expect(splitTarget('100%.md')).toEqual({ path: '100%.md', query: '', fragment: undefined });
  });
});
