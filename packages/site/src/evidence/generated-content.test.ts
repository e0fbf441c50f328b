import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const DOCUSAURUS = "module.exports = { presets: [['classic', { docs: {}, blog: false }]] };";
const PAGES = { 'docs/a.md': '# A', 'docs/guides/b.md': '# B', 'docs/guides/deep/c.md': '# C' };

/** Sites with their files, and the expected result for each link of the page `from`. */
const SITES: readonly (readonly [
  name: string,
  from: string,
  files: Readonly<Record<string, string>>,
  outcomes: Readonly<Record<string, string>>,
])[] = [
  [
    'mounts of a template, from folders that a script fills',
    'content/en/docs/a.md',
    {
      'config/_default/hugo.yaml': 'baseURL: https://example.org\nlanguages: { en: {}, fr: {} }\n',
      'config/_default/module-template.yaml': [
        'mounts:',
        '  - { source: content/en, target: content }',
        '  - { source: content/en/docs, target: content/docs, sites: { matrix: { languages: [fr] } } }',
        '  - { source: content/fr, target: content, lang: fr }',
        '  - { source: tmp/rules, target: content/docs/rules }',
        '  - { source: modules/spec/README.md, target: content/docs/spec/_index.md }',
        '  - { source: icons, target: static/img/logos }',
        '  - { source: tmp/img, target: static/img/spec }',
      ].join('\n'),
      'modules/spec': '',
      'icons/one.svg': '',
      'content/en/docs/_index.md': '# D',
      'content/en/docs/a.md': '# A',
      'content/fr/docs/a.md': '# A',
    },
    {
      '/docs/a/': 'content/en/docs/a.md',
      '/fr/docs/a/': 'content/fr/docs/a.md',
      '/docs/rules/': 'elsewhere',
      '/docs/rules/http/spans/#x': 'elsewhere',
      '../rules/http/': 'elsewhere',
      '/docs/spec/': 'elsewhere',
      '/docs/spec/gone/': 'unchecked',
      '/docs/gone/': '(/docs/gone/ does not exist)',
      '/img/logos/one.svg': 'icons/one.svg',
      '/img/spec/two.svg': 'elsewhere',
    },
  ],
  [
    'a pattern of URLs that contains the dates of posts',
    'content/docs/a.md',
    {
      'hugo.toml': 'baseURL = "/"\n[permalinks]\nblog = "/:year/:month/:slug/"\n',
      'content/docs/a.md': '# A',
      'content/blog/post.md': '# P',
    },
    { '/2024/05/post/': 'elsewhere', '/docs/gone/': '(/docs/gone/ does not exist)' },
  ],
  [
    'no pages in a section',
    'docs/a.md',
    { 'docusaurus.config.js': DOCUSAURUS, ...PAGES },
    {
      '/docs/gone': '(no page has the URL /docs/gone)',
      '/docs/guides/gone': '(no page has the URL /docs/guides/gone)',
      '/docs/guides/deep/gone': '(no page has the URL /docs/guides/deep/gone)',
      '/docs/other/page': 'unchecked',
      '/docs/guides/other/page': '(no page has the URL /docs/guides/other/page)',
      'other/gone.md': '(docs/other/gone.md does not exist)',
    },
  ],
  [
    'pages and folders that git ignores',
    'docs/guides/b.md',
    {
      'docusaurus.config.js': DOCUSAURUS,
      '.gitignore': '/docs/api\n',
      'docs/guides/.gitignore': 'list-*.md\n!list-own.md\n',
      ...PAGES,
    },
    {
      '/docs/api': 'elsewhere',
      '/docs/api/users': 'elsewhere',
      '../api/users.md': 'elsewhere',
      'list-all.md': 'elsewhere',
      'list-own.md': '(docs/guides/list-own.md does not exist)',
      '/docs/gone': '(no page has the URL /docs/gone)',
    },
  ],
  [
    'a submodule or a symbolic link in place of a folder',
    'docs/a.md',
    { 'docusaurus.config.js': DOCUSAURUS, 'docs/library': '', ...PAGES },
    { 'library/x.md': 'elsewhere', '/docs/library/x': 'elsewhere', 'gone.md': '(docs/gone.md does not exist)' },
  ],
  [
    'plugins that add pages',
    'docs/a.md',
    { 'mkdocs.yml': 'site_name: S\nplugins:\n  - gen-files:\n      scripts: [gen.py]\n', ...PAGES },
    {
      'reference/api.md': 'unchecked',
      'guides/gone.md': '(docs/guides/gone.md does not exist)',
      'gone.md': '(docs/gone.md does not exist)',
    },
  ],
  [
    'the name of such a plugin in a comment',
    'docs/a.md',
    { 'mkdocs.yml': 'site_name: S\n# - gen-files\n', ...PAGES },
    { 'reference/api.md': '(docs/reference/api.md does not exist)' },
  ],
  [
    'a program that changes links',
    'docs/a.md',
    {
      'docusaurus.config.js': `import { links } from './src/links.js';\n${DOCUSAURUS}`,
      'src/links.ts': "import { fix } from './fix';",
      'src/fix.ts':
        "import { visit } from 'unist-util-visit';\nvisit(tree, 'link', (node) => { node.url = map(node.url); });",
      ...PAGES,
    },
    { '../SECURITY.md': 'unchecked', '/docs/gone': 'unchecked', 'guides/b.md': 'docs/guides/b.md' },
  ],
  [
    'a program that only reads texts',
    'docs/a.md',
    {
      'docusaurus.config.js': `import { words } from './src/words';\n${DOCUSAURUS}`,
      'src/words.ts': "import { visit } from 'unist-util-visit';\nvisit(tree, 'text', (node) => count(node));",
      ...PAGES,
    },
    { '/docs/gone': '(no page has the URL /docs/gone)' },
  ],
  [
    'a build that copies the site to the root',
    'node/docs/a.md',
    {
      '.gitignore': '/docs\n/docusaurus.config.js\n',
      'node/docusaurus.config.js': DOCUSAURUS,
      'node/docs/a.md': '# A',
      'images/one.png': '',
    },
    { '../images/one.png': 'unchecked', 'gone.md': 'unchecked' },
  ],
  [
    'programs that create pages',
    'src/content/docs/guides/a.md',
    {
      'astro.config.mjs':
        "export default { integrations: [starlight({})], exclude: ['/rules/**/*', 'guides/changes'] };",
      'src/pages/playground.astro': '',
      'src/pages/[...slug].astro': '',
      'src/pages/users/[name].astro': '',
      'src/pages/news/[...path].ts': '',
      'src/content/docs/index.md': '# I',
      'src/content/docs/guides/a.md': '# A',
      'src/content/docs/rules/b.md': '# B',
    },
    {
      '/playground/?x=1': 'elsewhere',
      '/users/one': 'elsewhere',
      '/news/a/b': 'elsewhere',
      '/rules/c': 'elsewhere',
      '/guides/changes': 'elsewhere',
      '/guides/gone': '(/guides/gone does not exist)',
    },
  ],
  [
    'pages of VitePress with parameters',
    'a.md',
    {
      '.vitepress/config.ts': 'export default {}',
      'a.md': '# A',
      'kits/[kit].md': '# {{ $params.kit }}',
      'kits/b.md': '# B',
    },
    { '/kits/one': 'elsewhere', '/kits/b': 'kits/b.md', '/gone': '(/gone does not exist)' },
  ],
  [
    'pages of VitePress at other URL paths',
    'kits/one/docs/a.md',
    {
      '.vitepress/config.ts': "export default { rewrites: { 'kits/:kit/docs/:page': ':kit/:page' } }",
      'kits/one/docs/a.md': '# A',
    },
    { '/one/b': 'unchecked', './gone.md': 'unchecked' },
  ],
  [
    'a plugin of Jekyll that creates pages',
    'docs/a.md',
    {
      '_config.yml': 'permalink: pretty\n',
      '_plugins/api.rb': 'class Api < Jekyll::Generator\nend\n',
      '_includes/parts/grid.html': '',
      'docs/a.md': '# A',
    },
    {
      '../api/gone.md': 'unchecked',
      'gone.md': '(docs/gone.md does not exist)',
      'parts/grid.html': '_includes/parts/grid.html',
    },
  ],
];

describe.each(SITES)('links of a site with %s', (_name, from, files, outcomes) => {
  it.each(Object.entries(outcomes))('the outcome for the link %s is %s', (target, expected) => {
    expect(whereTo(createSite(files), from, target)).toBe(expected);
  });
});

/** Files with redirects, and the outcome for each link. Each file is in the folder of the site or its folder of assets. */
const REDIRECTS: readonly (readonly [file: string, text: string, outcomes: Readonly<Record<string, string>>])[] = [
  [
    'static/_redirects',
    '# old pages\n/docs/old /docs/a 301\n/docs/v1/* /docs/:splat\n/docs/:lang/start /docs/a\n/docs/past=https://example.org\n/* /404 404\n',
    {
      '/docs/old/': 'elsewhere',
      '/docs/old.html': 'elsewhere',
      '/docs/v1': 'elsewhere',
      '/docs/guides/start': 'elsewhere',
      '/docs/older': 'broken',
      '/docs/past': 'elsewhere',
    },
  ],
  ['netlify.toml', '[[redirects]]\n  from = "/docs/old"\n  to = "/docs/a"\n', { '/docs/old': 'elsewhere' }],
  [
    'vercel.json',
    JSON.stringify({
      headers: [{ source: '/docs/gone' }, { source: '/(.*)' }],
      redirects: [{ source: '/docs/old/:path*', destination: '/docs/a' }],
    }),
    { '/docs/old': 'elsewhere', '/docs/old/x/y': 'elsewhere', '/docs/gone': 'broken' },
  ],
  [
    'firebase.json',
    JSON.stringify({ hosting: { redirects: [{ source: '/docs/old', destination: '/' }] } }),
    { '/docs/old': 'elsewhere', '/docs/gone': 'broken' },
  ],
  [
    'staticwebapp.config.json',
    JSON.stringify({ routes: [{ route: '/docs/old', redirect: '/' }] }),
    { '/docs/old': 'elsewhere', '/docs/gone': 'broken' },
  ],
  [
    'nginx.conf',
    'server {\n  location / { }\n  rewrite ^/docs/old/(.*)$ /docs/$1;\n  location = /docs/past { return 301 /; }\n}\n',
    { '/docs/old/x': 'elsewhere', '/docs/past': 'elsewhere', '/docs/gone': 'broken' },
  ],
  [
    'static/.htaccess',
    'RedirectMatch 301 ^/docs/old(/.*)?$ /docs/\nRedirect /docs/past /docs/a\n',
    { '/docs/old': 'elsewhere', '/docs/past': 'elsewhere', '/docs/gone': 'broken' },
  ],
  ['redirects.json', '{ "/docs/old": "/docs/a" }', { '/docs/old/': 'elsewhere', '/docs/gone': 'broken' }],
];

describe.each(REDIRECTS)('the redirects of %s', (file, text, outcomes) => {
  it.each(Object.entries(outcomes))('the outcome for the link %s is %s', (target, expected) => {
    const result = whereTo(
      createSite({ 'docusaurus.config.js': DOCUSAURUS, [file]: text, ...PAGES }),
      'docs/a.md',
      target,
    );
    expect(result.startsWith('(') ? 'broken' : result).toBe(expected);
  });
});

it('an anchor with a slash is a route of a program on the page', () => {
  const site = createSite({ 'docusaurus.config.js': DOCUSAURUS, ...PAGES });
  expect(whereTo(site, 'docs/a.md', 'guides/b.md#tag/users/operation/list')).toBe(
    'docs/guides/b.md#tag/users/operation/list',
  );
  expect(whereTo(site, 'docs/a.md', 'guides/b.md#tag')).toContain('has no anchor "tag"');
});

it('the router of Docusaurus ignores the case of URL paths', () => {
  const site = createSite({ 'docusaurus.config.js': DOCUSAURUS, 'docs/Setup.md': '# S', 'docs/a.md': '# A' });
  expect(whereTo(site, 'docs/a.md', '/docs/setup')).toBe('docs/Setup.md');
  expect(site.pagePath('docs/Setup.md')).toBe('docs/Setup');
});

it('a site that lists its plugins has no pages of a preset', () => {
  const config =
    "export default { baseUrl: '/docs/', plugins: [['@docusaurus/plugin-content-docs', { path: 'docs', routeBasePath: '/' }]] };";
  const site = createSite({ 'docusaurus.config.ts': config, 'docs/cli/one.md': '# 1', 'docs/cli/two.md': '# 2' });
  expect(whereTo(site, 'docs/cli/one.md', 'two')).toBe('docs/cli/two.md');
  expect(whereTo(site, 'docs/cli/one.md', '/docs/cli/two')).toBe('docs/cli/two.md');
  expect(site.pagePath('docs/cli/one.md')).toBe('cli/one');
});

it('a change of the redirects changes the digest of the configuration', () => {
  const getDigest = (redirects: string) =>
    createSite({ 'docusaurus.config.js': DOCUSAURUS, 'static/_redirects': redirects, ...PAGES }).configDigest();
  expect(getDigest('/docs/old /docs/a\n')).not.toBe(getDigest('/docs/past /docs/a\n'));
});
