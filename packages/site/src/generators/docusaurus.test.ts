import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const CONFIG = `
// docs: { routeBasePath: 'comment' }
export default {
  baseUrl: '/', trailingSlash: true,
  presets: [['classic', { docs: { sidebarPath: './sidebars.js', routeBasePath: '/', lastVersion: 'v2',
    versions: { current: { path: 'main', banner: 'unreleased' }, 'v2': { path: 'v2' } } } }]],
  plugins: [['@docusaurus/plugin-content-docs', { id: 'adrs', path: 'architecture', routeBasePath: 'architecture' }]],
};`;
const FILES = {
  'web/docusaurus.config.js': CONFIG,
  'web/versions.json': '["v2"]',
  'web/docs/01-guide/01-start.md': '# Start here\n\n## Set up {#install}\n\n### Same\n\n### Same',
  'web/docs/01-guide/README.md': '# Guide',
  'web/docs/02-api/2024-05-release.md': '---\nslug: /news\n---\n\n# News',
  'web/docs/02-api/01-call.md': '---\nid: call-it\n---\n\n# Call',
  'web/architecture/adr-001.md': '# ADR 1',
  'web/versioned_docs/version-v2/01-guide/01-start.md': '# Start of v2',
  'web/static/img/a.png': '',
};

describe('links in Docusaurus', () => {
  it.each([
    ['./README.md', 'web/docs/01-guide/README.md'],
    ['02-api/01-call.md', 'web/docs/02-api/01-call.md'],
    ['/01-guide/README.md', 'web/docs/01-guide/README.md'],
    ['@site/docs/02-api/01-call.md', 'web/docs/02-api/01-call.md'],
    ['#install', 'web/docs/01-guide/01-start.md#install'],
    ['#same-1', 'web/docs/01-guide/01-start.md#same-1'],
    ['#start-here', 'web/docs/01-guide/01-start.md (web/docs/01-guide/01-start.md has no anchor "start-here")'],
    ['/main/guide/', 'web/docs/01-guide/README.md'],
    ['/main/guide/start', 'web/docs/01-guide/01-start.md'],
    ['/main/api/call-it/', 'web/docs/02-api/01-call.md'],
    ['/main/news', 'web/docs/02-api/2024-05-release.md'],
    ['/v2/guide/start', 'web/versioned_docs/version-v2/01-guide/01-start.md'],
    ['/architecture/adr-001', 'web/architecture/adr-001.md'],
    ['../../api/call-it', 'web/docs/02-api/01-call.md'],
    ['/img/a.png', 'web/static/img/a.png'],
    ['/main/02-api/01-call/', '(no page has the URL /main/02-api/01-call/)'],
    ['./02-gone.md', '(web/docs/01-guide/02-gone.md does not exist)'],
  ])('resolves the Docusaurus link %s to %s', (target, expected) => {
    expect(whereTo(createSite(FILES), 'web/docs/01-guide/01-start.md', target)).toBe(expected);
  });

  it('generates the URLs of Docusaurus pages', () => {
    const site = createSite(FILES, { siteUrl: 'https://example.org', root: 'web/docs' });
    expect(site.pageUrl('web/docs/01-guide/01-start.md')).toBe('https://example.org/main/guide/start/');
    expect(site.pageUrl('web/docs/02-api/2024-05-release.md')).toBe('https://example.org/main/news/');
    expect(site.pageUrl('web/architecture/adr-001.md')).toBe('https://example.org/architecture/adr-001/');
  });

  it('generates Docusaurus URLs below the docs route, whether or not the site URL ends with it', () => {
    const files = { 'docusaurus.config.ts': 'export default { baseUrl: "/" }', 'docs/a.md': '# A' };
    const urls = ['https://example.org', 'https://example.org/docs/'].map((siteUrl) =>
      createSite(files, { siteUrl, root: 'docs' }).pageUrl('docs/a.md'),
    );
    expect(urls).toEqual(['https://example.org/docs/a', 'https://example.org/docs/a']);
  });
});

describe('blog posts, pages and redirects of Docusaurus', () => {
  const files = {
    'site/docusaurus.config.js': `const BASE = '/project';
module.exports = { baseUrl: \`\${BASE}/\`,
  presets: [['classic', { docs: { routeBasePath: 'docs' }, blog: { path: './news', routeBasePath: 'news' } }]],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/docs/old', to: '/docs/a' }] }],
    ['@docusaurus/plugin-content-blog', { id: 'second', path: 'changes', routeBasePath: 'changes' }]] };`,
    'site/docs/a.md': '# A',
    'site/docs/native/.gitignore': '*.md',
    'site/news/2016-03-11-hello.md': '# Hello',
    'site/news/2017-01-02-folder/index.mdx': '# Folder',
    'site/news/plain.md': '---\nslug: own-slug\n---\n\n# Plain',
    'site/changes/1.0.md': '# 1.0',
    'site/src/pages/index.tsx': '',
    'site/src/pages/help/index.js': '',
    'site/src/pages/about.md': '# About',
    'site/src/pages/_part.js': '',
    'site/static/img/a.png': '',
    'site/static/usage/demo.html': '',
  };
  it.each([
    ['/news/2016/03/11/hello', 'site/news/2016-03-11-hello.md'],
    ['/project/news/2016/03/11/hello', 'site/news/2016-03-11-hello.md'],
    ['/news/2017/01/02/folder', 'site/news/2017-01-02-folder/index.mdx'],
    ['/news/own-slug', 'site/news/plain.md'],
    ['./plain.md', 'site/news/plain.md'],
    ['/changes/1.0', 'site/changes/1.0.md'],
    ['/', 'site/src/pages/index.tsx'],
    ['/help', 'site/src/pages/help/index.js'],
    ['/about', 'site/src/pages/about.md'],
    ['/docs/a', 'site/docs/a.md'],
    ['/img/a.png', 'site/static/img/a.png'],
    ['usage/demo.html', 'site/static/usage/demo.html'],
    ['/news/2016/03/12/gone', '(no page has the URL /news/2016/03/12/gone)'],
    ['/docs/gone', '(no page has the URL /docs/gone)'],
    ['/img/gone.png', '(no page has the URL /img/gone.png)'],
    ['/docs/old', 'elsewhere'],
    ['/docs/category/api', 'elsewhere'],
    ['/docs/tags/x', 'elsewhere'],
    ['/news/tags/x', 'elsewhere'],
    ['/news/archive', 'elsewhere'],
    ['/typedoc/classes/X', 'unchecked'],
    ['../docs/native/camera.md', 'elsewhere'],
    ['usage/gone.html', 'unchecked'],
  ])('resolves the Docusaurus link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'site/news/2016-03-11-hello.md', target)).toBe(expected);
  });
});
