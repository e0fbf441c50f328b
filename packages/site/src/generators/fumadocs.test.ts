import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const FILES = {
  'web/source.config.ts':
    "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\nexport const blog = defineDocs({ dir: 'content/posts' });",
  'web/lib/source.ts':
    "export const source = loader({ baseUrl: '/manual', source: docs.toFumadocsSource() });\nexport const posts = loader({ source: posts.toFumadocsSource(), baseUrl: '/blog' });",
  'web/next.config.mjs': "redirects: () => [{ source: '/manual/old', destination: '/manual/setup#install' }]",
  'web/content/docs/index.mdx': '# Home',
  'web/content/docs/(framework)/setup/index.mdx': '# Set up\n\n## Install [#install]\n\n## Use',
  'web/content/docs/(framework)/(deep)/plugins.mdx': '# Plugins',
  'web/content/posts/v1.mdx': '# Version 1',
  'web/public/img/a.png': '',
};

describe('links in Fumadocs', () => {
  const site = createSite(FILES);
  it.each([
    ['/manual', 'web/content/docs/index.mdx'],
    ['/manual/setup', 'web/content/docs/(framework)/setup/index.mdx'],
    ['/manual/setup#install', 'web/content/docs/(framework)/setup/index.mdx#install'],
    ['/manual/setup#use', 'web/content/docs/(framework)/setup/index.mdx#use'],
    ['/manual/plugins', 'web/content/docs/(framework)/(deep)/plugins.mdx'],
    ['/manual/old', 'web/content/docs/(framework)/setup/index.mdx'],
    ['/blog/v1', 'web/content/posts/v1.mdx'],
    ['./(framework)/(deep)/plugins.mdx', 'web/content/docs/(framework)/(deep)/plugins.mdx'],
    ['/img/a.png', 'web/public/img/a.png'],
    ['/manual/gone', '(/manual/gone does not exist)'],
    ['./gone.mdx', '(web/content/docs/gone.mdx does not exist)'],
    ['/showcase', 'unchecked'],
    ['/api/search', 'unchecked'],
  ])('resolves the Fumadocs link %s to %s', (target, expected) => {
    expect(whereTo(site, 'web/content/docs/index.mdx', target)).toBe(expected);
  });
});
