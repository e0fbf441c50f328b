import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const DOCUSAURUS = "module.exports = { presets: [['classic', { docs: {}, blog: {} }]] };";

/** Sites with their names, their files, the document with the links, and the expected result for each link. */
const SITES: readonly (readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  from: string,
  outcomes: Readonly<Record<string, string>>,
])[] = [
  [
    'no known generator',
    { 'docs/a.md': '# A', 'docs/03-core/60-telemetry.mdx': '# T', 'docs/public/x.png': '', 'docs/b.md': '# B' },
    'docs/a.md',
    {
      'b.md': 'docs/b.md',
      './b': 'docs/b.md',
      '/docs/b': 'docs/b.md',
      'gone.md': '(docs/gone.md does not exist)',
      './gone.png': '(docs/gone.png does not exist)',
      '/docs/gone.md': 'unchecked',
      '/docs/other/telemetry': 'unchecked',
      '/other/telemetry#a': 'unchecked',
      '../other/telemetry': 'unchecked',
      '/x.png': 'unchecked',
      'page.html': 'unchecked',
      '{{ "/docs/" | relative_url }}': 'unchecked',
    },
  ],
  [
    'Docusaurus, from the docs',
    { 'docusaurus.config.js': DOCUSAURUS, 'docs/a.md': '# A', 'docs/b.md': '# B', 'static/img/a.png': '' },
    'docs/a.md',
    {
      '/docs/b': 'docs/b.md',
      '/img/a.png': 'static/img/a.png',
      '/docs/gone': '(no page has the URL /docs/gone)',
      '/blog/hello': 'unchecked',
      '/showcase': 'unchecked',
    },
  ],
  [
    'Docusaurus, from the blog',
    { 'docusaurus.config.js': DOCUSAURUS, 'docs/b.md': '# B', 'blog/2016-03-11-hello.md': '# H' },
    'blog/2016-03-11-hello.md',
    {
      '/docs/b': 'docs/b.md',
      '/img/a.png': 'unchecked',
      '/docs/gone': '(no page has the URL /docs/gone)',
      './gone.md': '(blog/gone.md does not exist)',
    },
  ],
  [
    'MyST',
    {
      'docs/conf.py':
        "extensions = ['myst_parser', 'sphinx.ext.autodoc']\n\ndef run(self):\n    return section(names=[f\"rest-api-{operation_id}\"])\n",
      'docs/api/hub.md':
        '# Hub\n\n```{eval-rst}\n.. currentmodule:: shop.app\n\n.. autoconfigurable:: Hub\n    :members:\n```\n',
      'docs/api/proxy.rst': 'Proxy\n=====\n\n.. automodule:: shop.proxy\n\n.. autoclass:: Proxy\n',
      'docs/index.md': '# I',
      'docs/optional.md': '(syntax/ext)=\n# Options\n\n(a.b)=\n## Dots\n',
    },
    'docs/index.md',
    {
      'syntax/ext': 'docs/optional.md#syntax-ext',
      'a.b': 'docs/optional.md#a-b',
      'gone.md': '(docs/gone.md does not exist)',
      'App.db_url': 'unchecked',
      'package.auth.App': 'unchecked',
      'Hub.db_url': 'docs/api/hub.md#shop.app.Hub.db_url',
      'shop.app.Hub': 'docs/api/hub.md#shop.app.Hub',
      Proxy: 'docs/api/proxy.rst#shop.proxy.Proxy',
      'shop.proxy': 'docs/api/proxy.rst#shop.proxy',
      'rest-api-get-users': 'elsewhere',
      gone: '(docs/gone does not exist)',
      '../../other/gone.md': 'unchecked',
    },
  ],
  [
    'mdBook, one of several books',
    {
      'guide/book.toml': '',
      'guide/src/a.md': '# A',
      'guide/src/b.md': '# B',
      'README.md': '# R',
      '.gitignore': 'guide/src/api/',
    },
    'guide/src/a.md',
    {
      'b.html': 'guide/src/b.md',
      'gone.md': '(guide/src/gone.md does not exist)',
      '../../README.md': 'README.md',
      '../reference/types.md#a': 'elsewhere',
      '../../../std/vec.html': 'elsewhere',
      '../../examples/gone.rs': 'unchecked',
      'api/index.md': 'elsewhere',
    },
  ],
  [
    'Fumadocs, next to programs of Next.js',
    {
      'site/source.config.ts': "import { defineDocs } from 'fumadocs-mdx/config';",
      'site/content/docs/index.mdx': '# D',
      'site/app/(home)/pricing/page.tsx': '',
      'site/app/products/[tab]/page.tsx': '',
      'site/app/docs/[[...slug]]/page.tsx': '',
    },
    'site/content/docs/index.mdx',
    {
      '/pricing': 'elsewhere',
      '/products/one': 'elsewhere',
      '/products/one/two': 'unchecked',
      '/docs/gone': '(/docs/gone does not exist)',
      '/llms.txt': 'elsewhere',
    },
  ],
  [
    'Nextra, with examples that a program creates from other data',
    {
      'site/next.config.ts': "import nextra from 'nextra';",
      'site/src/content/learn/index.mdx': '# L',
      'site/src/app/(pages)/[...mdxPath]/page.tsx': '',
      'site/src/app/(pages)/learn/[...slug]/page.tsx': '',
      'site/src/app/(pages)/examples/[...slug]/page.tsx': '',
      'site/src/app/(pages)/examples/page.mdx': '# E',
    },
    'site/src/content/learn/index.mdx',
    {
      '/learn/gone': '(/learn/gone does not exist)',
      '/examples/nodes/custom': 'elsewhere',
      '/examples': 'site/src/app/(pages)/examples/page.mdx',
    },
  ],
  [
    'Antora',
    {
      'docs/antora.yml': 'name: server\nversion: "1"\n',
      'docs/modules/ROOT/pages/a.adoc': '= A',
      'docs/modules/ROOT/pages/b.adoc': '= B\n\n:id: x\ninclude::partial$p.adoc[]\n',
      'docs/modules/ROOT/partials/p.adoc': '[#a-{id}-b]\n== P\n',
      'docs/modules/ROOT/pages/c.adoc': '= C',
    },
    'docs/modules/ROOT/pages/a.adoc',
    {
      'xref:b.adoc': 'docs/modules/ROOT/pages/b.adoc',
      'xref:b.adoc#a-x-b': 'docs/modules/ROOT/pages/b.adoc#a-x-b',
      'xref:c.adoc#gone': 'docs/modules/ROOT/pages/c.adoc (docs/modules/ROOT/pages/c.adoc has no anchor "gone")',
      'xref:gone.adoc': '(page gone.adoc does not exist)',
      'xref:analytics:intro.adoc': 'unchecked',
    },
  ],
];

describe.each(SITES)('links of a site with %s', (_name, files, from, outcomes) => {
  it.each(Object.entries(outcomes))('the outcome for the link %s is %s', (target, expected) => {
    const isXref = target.startsWith('xref:');
    const site = createSite(files);
    expect(whereTo(site, from, isXref ? target.slice(5) : target, isXref ? 'xref' : 'url')).toBe(expected);
  });
});

it('a link that no rule can resolve keeps its URL, which becomes absolute if the URL of the site is known', () => {
  const files = { 'docs/a.md': '# A' };
  const reference = { kind: 'url', target: '/guide/start?a=1#b' } as const;
  const resolve = (siteUrl: string | undefined) =>
    createSite(files, siteUrl === undefined ? {} : { siteUrl, root: 'docs' }).resolve('docs/a.md', reference).url;
  expect(resolve(undefined)).toBe('/guide/start?a=1#b');
  expect(resolve('https://docs.example.com/')).toBe('https://docs.example.com/guide/start?a=1#b');
});

it('a link to another part of the website has the extension of its page', () => {
  const files = { 'book/book.toml': '', 'book/src/guide/a.md': '# A' };
  const resolve = (target: string) =>
    createSite(files, { siteUrl: 'https://docs.example.com/book', root: 'book/src' }).resolve('book/src/guide/a.md', {
      kind: 'url',
      target,
    }).url;
  expect(resolve('../../reference/types.md#a')).toBe('https://docs.example.com/reference/types.html#a');
  expect(resolve('../../std/index.html')).toBe('https://docs.example.com/std/index.html');
});
