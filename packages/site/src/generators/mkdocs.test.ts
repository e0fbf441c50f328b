import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const FILES = {
  'mkdocs.yml': [
    'site_url: https://example.org/project/',
    'markdown_extensions:',
    '  - pymdownx.emoji:',
    '      emoji_index: !!python/name:material.extensions.emoji.twemoji',
    '  - pymdownx.snippets:',
    '      base_path: [snippets]',
  ].join('\n'),
  'docs/index.md': '# Home',
  'docs/setup/blog.md':
    '# Blog\n\n## Über uns (neu)\n\n## Same\n\n## Same\n\n??? note\n\n    ## Inside { #own-id }\n\n[^1]: Note.',
  'docs/setup/tags.md': '# Tags\n\n--8<-- "common.md"',
  'docs/img/a.png': '',
  'snippets/common.md': '## Shared part',
};

describe('links in MkDocs', () => {
  it.each([
    ['blog.md', 'docs/setup/blog.md'],
    ['blog.md#uber-uns-neu', 'docs/setup/blog.md#uber-uns-neu'],
    ['blog.md#same_1', 'docs/setup/blog.md#same_1'],
    ['blog.md#own-id', 'docs/setup/blog.md#own-id'],
    ['blog.md#fn:1', 'docs/setup/blog.md#fn:1'],
    ['#shared-part', 'docs/setup/tags.md#shared-part'],
    ['?q=x', 'docs/setup/tags.md'],
    ['../img/a.png', 'docs/img/a.png'],
    ['../blog/', 'docs/setup/blog.md'],
    ['/project/setup/blog/', 'docs/setup/blog.md'],
    ['/setup/blog/', '(/setup/blog/ does not exist)'],
    ['../gone.md', '(docs/gone.md does not exist)'],
    ['blog.md#same-1', 'docs/setup/blog.md (docs/setup/blog.md has no anchor "same-1")'],
  ])('resolves the MkDocs link %s to %s', (target, expected) => {
    expect(whereTo(createSite(FILES), 'docs/setup/tags.md', target)).toBe(expected);
  });

  it.each([
    ['use_directory_urls: true', 'https://example.org/setup/blog/'],
    ['use_directory_urls: false', 'https://example.org/setup/blog.html'],
  ])('generates the URL of a MkDocs page with %s', (config, expected) => {
    const site = createSite({ ...FILES, 'mkdocs.yml': config }, { siteUrl: 'https://example.org', root: 'docs' });
    expect(site.pageUrl('docs/setup/blog.md')).toBe(expected);
    expect(site.resolve('docs/setup/tags.md', { kind: 'url', target: '../index.md' }).url).toBe('https://example.org/');
  });
});
