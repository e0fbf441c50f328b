import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const CONFIG = [
  'title: Example',
  'baseurl: /manual',
  'permalink: pretty',
  'collections:',
  '  guides: { output: true }',
  '  recipes: { output: true, permalink: "/cook/:path/" }',
  '  drafts: { output: false }',
  '  posts: { output: true, permalink: "/news/:year/:month/:day/:title/" }',
  'defaults:',
  '  - { scope: { path: notes }, values: { permalink: "/n/:basename.html" } }',
].join('\n');
const FILES = {
  'docs/_config.yml': CONFIG,
  'docs/index.md': '---\ntitle: Home\n---\n\n# Home\n\n## Part',
  'docs/setup.md': '# Set up',
  'docs/deep/README.md': '# Deep',
  'docs/old.md': '---\npermalink: /new-place/\nredirect_from: /older/\n---\n\n# New place',
  'docs/notes/a.md': '# Note',
  'docs/_guides/Start Here.md': '# Start here',
  'docs/_recipes/soup/tomato.md': '# Soup',
  'docs/_drafts/secret.md': '# Secret',
  'docs/_posts/2024-03-07-first-post.md': '# First',
  'docs/img/a.png': '',
};

describe('links in Jekyll', () => {
  it.each([
    ['setup.md', 'docs/setup.md'],
    ['setup', 'docs/setup.md'],
    ['/setup/', 'docs/setup.md'],
    ['/manual/setup/', 'docs/setup.md'],
    ['/setup.html', 'docs/setup.md'],
    ['/deep/', 'docs/deep/README.md'],
    ['/new-place/', 'docs/old.md'],
    ['/older/', 'docs/old.md'],
    ['/n/a.html', 'docs/notes/a.md'],
    ['/guides/Start Here/', 'docs/_guides/Start Here.md'],
    ['/guides/Start%20Here/', 'docs/_guides/Start Here.md'],
    ['/cook/soup/tomato/', 'docs/_recipes/soup/tomato.md'],
    ['/news/2024/03/07/first-post/', 'docs/_posts/2024-03-07-first-post.md'],
    ['/img/a.png', 'docs/img/a.png'],
    ['/manual/img/a.png', 'docs/img/a.png'],
    ['#part', 'docs/index.md#part'],
    ['gone.md', '(docs/gone.md does not exist)'],
    ['/cook/gone/', '(docs/cook/gone does not exist)'],
    ['/img/gone.png', '(docs/img/gone.png does not exist)'],
    ['/other-project/page/', 'unchecked'],
    ['/feed.xml', 'elsewhere'],
    ['/drafts/secret/', 'unchecked'],
  ])('resolves the Jekyll link %s to %s', (target, expected) => {
    expect(whereTo(createSite(FILES), 'docs/index.md', target)).toBe(expected);
  });

  it.each([
    ['setup.md', 'docs/setup.md'],
    ['_guides/Start Here.md#start-here', 'docs/_guides/Start Here.md#start-here'],
    ['2024-03-07-first-post', 'docs/_posts/2024-03-07-first-post.md'],
    ['gone.md', '(page gone.md does not exist)'],
  ])('resolves the tags link and post_url of Jekyll: %s to %s', (target, expected) => {
    expect(whereTo(createSite(FILES), 'docs/setup.md', target, 'ref')).toBe(expected);
  });

  it.each([
    ['date', 'docs/setup.md', '/setup.html'],
    ['none', 'docs/_posts/2024-03-07-first-post.md', '/first-post.html'],
    ['date', 'docs/_posts/2024-03-07-first-post.md', '/2024/03/07/first-post.html'],
    ['ordinal', 'docs/_posts/2024-03-07-first-post.md', '/2024/067/first-post.html'],
    ['/blog/:title/', 'docs/_posts/2024-03-07-Version-6.3 (new).md', '/blog/Version-6.3-(new)/'],
    ['/blog/:slug/', 'docs/_posts/2024-03-07-Version-6.3 (new).md', '/blog/version-6-3-new/'],
    ['pretty', 'docs/news/_posts/2024-03-07-first-post.md', '/news/2024/03/07/first-post/'],
    ['/:path/', 'docs/deep/x.md', '/deep/x/'],
  ])('generates the URLs of the permalink style %s for %s', (permalink, path, address) => {
    const files = { 'docs/_config.yml': `permalink: "${permalink}"`, [path]: '# A' };
    const site = createSite(files, { siteUrl: 'https://example.org', root: 'docs' });
    expect(site.pageUrl(path)).toBe(`https://example.org${address}`);
  });

  it('does not treat the configuration of Jupyter Book or Hexo as a Jekyll site', () => {
    for (const other of [{ 'docs/_toc.yml': '' }, {}]) {
      const config = Object.keys(other).length > 0 ? 'title: Book' : 'public_dir: public';
      const site = createSite({ 'docs/_config.yml': config, 'docs/a.md': '', ...other });
      expect(whereTo(site, 'docs/a.md', '/gone/')).toBe('unchecked');
    }
  });
});
