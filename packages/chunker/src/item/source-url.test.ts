import type { Address } from '@context-sync/reading';
import { describe, expect, it } from 'vitest';
import { createPageUrl, createSectionUrl } from './source-url.ts';

const SITE = 'https://docs.example.com';
const REPOSITORY = 'https://github.com/octo/api/blob/main/';

describe('source URL', () => {
  it.each<[name: string, path: string, slug: string, address: Address, expected: string]>([
    ['a page', 'guide/a.md', '', { siteUrl: SITE }, `${SITE}/guide/a`],
    ['a section', 'guide/a.md', 'b-c', { siteUrl: SITE }, `${SITE}/guide/a#b-c`],
    ['a site URL that ends with a slash', 'a.md', '', { siteUrl: `${SITE}/` }, `${SITE}/a`],
    ['a site URL with a path', 'docs/a.md', '', { siteUrl: `${SITE}/v2`, root: 'docs' }, `${SITE}/v2/a`],
    ['a page in the docs folder', 'docs/guide/a.md', 'b', { siteUrl: SITE, root: 'docs' }, `${SITE}/guide/a#b`],
    ['a page in a nested docs folder', 'x/docs/a.md', '', { siteUrl: SITE, root: 'x/docs' }, `${SITE}/a`],
    [
      'a folder whose name only begins like the docs folder',
      'docs-old/a.md',
      '',
      { siteUrl: SITE, root: 'docs' },
      `${SITE}/docs-old/a`,
    ],
    ['an index page', 'docs/guide/index.md', '', { siteUrl: SITE, root: 'docs' }, `${SITE}/guide/`],
    ['a README', 'docs/guide/README.md', 'b', { siteUrl: SITE, root: 'docs' }, `${SITE}/guide/#b`],
    ['the start page', 'docs/index.md', '', { siteUrl: SITE, root: 'docs' }, `${SITE}/`],
    ['a name that only ends in "index"', 'reindex.md', '', { siteUrl: SITE }, `${SITE}/reindex`],
    ['a name with dots', 'v1.2.md', '', { siteUrl: SITE }, `${SITE}/v1.2`],
    ['another extension', 'a.markdown', '', { siteUrl: SITE }, `${SITE}/a`],
    ['characters that a URL cannot contain', 'a b/c#d?.md', 'é', { siteUrl: SITE }, `${SITE}/a%20b/c%23d%3F#%C3%A9`],
    ['a file in the repository', 'docs/a b.md', 'c', { repositoryUrl: REPOSITORY }, `${REPOSITORY}docs/a%20b.md#c`],
    [
      'a repository URL that does not end with a slash',
      'a.md',
      '',
      { repositoryUrl: 'https://x.y/z' },
      'https://x.y/z/a.md',
    ],
    [
      'a repository, where the docs folder stays in the path',
      'docs/a.md',
      '',
      { repositoryUrl: REPOSITORY, root: 'docs' },
      `${REPOSITORY}docs/a.md`,
    ],
    [
      'a site and a repository, where the site takes precedence',
      'a.md',
      '',
      { siteUrl: SITE, repositoryUrl: REPOSITORY },
      `${SITE}/a`,
    ],
  ])('creates the correct source URL for %s', (_name, path, slug, address, expected) => {
    const page = createPageUrl(path, address) ?? '';
    expect(createSectionUrl(page, slug)).toBe(expected);
    expect(new URL(expected).href).toBe(expected);
  });

  it('does not create a source URL without a site and a repository', () => {
    expect(createPageUrl('a.md', {})).toBeUndefined();
    expect(createPageUrl('a.md', { siteUrl: '', repositoryUrl: '', root: 'docs' })).toBeUndefined();
  });
});
