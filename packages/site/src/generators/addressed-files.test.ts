import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

describe('links in Mintlify', () => {
  const files = {
    'docs.json': '{"navigation": {}, "redirects": {"$ref": "./redirects.json"}}',
    'redirects.json': '[{"source": "/old", "destination": "/guide/start#two"}]',
    'index.mdx': '# Home',
    'guide/start.mdx':
      'import Shared from "/snippets/shared.mdx";\n\n## OAuth 2.0 set up\n\n<Tab title="My tab">\n\n<ParamField path="a.b" type="string">',
    'snippets/shared.mdx': '## From a snippet',
    'img/a.png': '',
  };

  it.each([
    ['/guide/start', 'guide/start.mdx'],
    ['./start', 'guide/start.mdx'],
    ['/', 'index.mdx'],
    ['/old', 'guide/start.mdx'],
    ['/img/a.png', 'img/a.png'],
    ['#oauth-20-set-up', 'guide/start.mdx#oauth-20-set-up'],
    ['#oauth-2-0-set-up', 'guide/start.mdx#oauth-2-0-set-up'],
    ['#my-tab', 'guide/start.mdx#my-tab'],
    ['#param-a-b', 'guide/start.mdx#param-a-b'],
    ['#from-a-snippet', 'guide/start.mdx#from-a-snippet'],
    ['/gone', '(gone does not exist)'],
  ])('resolves the Mintlify link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'guide/start.mdx', target).replace(/#two$| \(.*"two"\)$/, '')).toBe(expected);
  });

  it('generates the URL of a Mintlify page', () => {
    expect(createSite(files, { siteUrl: 'https://example.org' }).pageUrl('guide/start.mdx')).toBe(
      'https://example.org/guide/start',
    );
  });
});

describe('links in VitePress', () => {
  const files = {
    'docs/.vitepress/config.mts': 'export default { base: "/lib/" } // cleanUrls: true',
    'docs/index.md': '# Home',
    'docs/guide/start.md': '# Start\n\n## 2 Ways: `a` & b\n\n## Named {#own}',
    'docs/public/logo.svg': '',
  };

  it.each([
    ['./start', 'docs/guide/start.md'],
    ['/guide/start.md', 'docs/guide/start.md'],
    ['/guide/start.html', 'docs/guide/start.md'],
    ['/lib/guide/start', 'docs/guide/start.md'],
    ['/logo.svg', 'docs/public/logo.svg'],
    ['../', 'docs/index.md'],
    ['#_2-ways-a-b', 'docs/guide/start.md#_2-ways-a-b'],
    ['#own', 'docs/guide/start.md#own'],
    ['#gone', 'docs/guide/start.md (docs/guide/start.md has no anchor "gone")'],
    ['/gone', '(/gone does not exist)'],
  ])('resolves the VitePress link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'docs/guide/start.md', target)).toBe(expected);
  });

  it('keeps the anchor of a link if a VitePress site generates anchors with its own function', () => {
    const own = { ...files, 'docs/.vitepress/config.mts': 'export default { markdown: { anchor: { slugify } } }' };
    expect(whereTo(createSite(own), 'docs/guide/start.md', '#any')).toBe('docs/guide/start.md#any');
  });

  it.each([
    ['export default {}', 'https://example.org/guide/start.html'],
    ['export default { cleanUrls: true }', 'https://example.org/guide/start'],
  ])('generates the URL of a VitePress page with the configuration %s', (config, expected) => {
    const site = createSite(
      { ...files, 'docs/.vitepress/config.mts': config },
      { siteUrl: 'https://example.org', root: 'docs' },
    );
    expect(site.pageUrl('docs/guide/start.md')).toBe(expected);
    expect(site.pageUrl('docs/index.md')).toBe('https://example.org/');
  });
});

describe('links in Starlight', () => {
  const files = {
    'astro.config.mjs': 'import starlight from "@astrojs/starlight";\nimport redirects from "./redirects.js";',
    'redirects.js': 'export default { "/old": "/guides/start" }',
    'src/content/docs/index.mdx': '---\ntitle: Home\n---',
    'src/content/docs/guides/Start Here.md': '---\nslug: guides/start\n---\n\n## Part',
    'public/a.png': '',
  };

  it.each([
    ['/guides/start/#part', 'src/content/docs/guides/Start Here.md#part'],
    ['/old', 'src/content/docs/guides/Start Here.md'],
    ['/a.png', 'public/a.png'],
    ['/guides/start-here', '(/guides/start-here does not exist)'],
  ])('resolves the Starlight link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'src/content/docs/index.mdx', target)).toBe(expected);
  });
});

describe('links in Nextra', () => {
  const files = {
    'docs/next.config.ts': 'import nextra from "nextra"',
    'docs/app/(site)/guide/page.mdx': '# Guide',
    'docs/content/more.mdx': '# More\n\n## Part',
    'docs/content/usage/index.mdx': '# Usage',
    'docs/content/usage/js.mdx': '# JS',
    'docs/public/a.png': '',
  };

  it.each([
    ['/guide', 'docs/app/(site)/guide/page.mdx'],
    ['/more#part', 'docs/content/more.mdx#part'],
    ['/a.png', 'docs/public/a.png'],
    ['/gone', '(/gone does not exist)'],
  ])('resolves the Nextra link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'docs/content/more.mdx', target)).toBe(expected);
  });

  it('relative links of index pages in Nextra are resolved as if the URL of the folder had no trailing slash', () => {
    expect(whereTo(createSite(files), 'docs/content/usage/index.mdx', './usage/js')).toBe('docs/content/usage/js.mdx');
  });

  it('recognizes projects whose preset configures Nextra, and their redirects', () => {
    const preset = {
      ...files,
      'docs/next.config.ts':
        "export default withDocs({ redirects: () => Object.entries({ '/start': '/usage/js', '/old': 'https://a.example/' }).map(f) });",
      'docs/app/[[...mdxPath]]/page.tsx': '',
    };
    const targets = ['/more', '/start', '/old', '/gone'].map((target) =>
      whereTo(createSite(preset), 'docs/content/more.mdx', target),
    );
    expect(targets).toEqual([
      'docs/content/more.mdx',
      'docs/content/usage/js.mdx',
      'elsewhere',
      '(/gone does not exist)',
    ]);
  });
});

describe('links in mdBook', () => {
  const files = {
    'book.toml': '[book]\nsrc = "text"',
    'text/SUMMARY.md': '# Summary\n\n- [One](one.md)\n- [Two](more/README.md)',
    'text/one.md': '# One',
    'text/more/README.md': '# Two\n\n{{#include ../part.md}}',
    'text/part.md': '## Shared',
  };

  it.each([
    ['one.html', 'text/one.md'],
    ['/more/README.md#shared', 'text/more/README.md#shared'],
    ['gone.md', '(text/gone.md does not exist)'],
  ])('resolves the mdBook link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'text/one.md', target)).toBe(expected);
  });

  it('generates URLs only for the chapters of an mdBook', () => {
    const site = createSite(files, { siteUrl: 'https://example.org', root: 'text' });
    expect(['text/one.md', 'text/more/README.md', 'text/part.md'].map((path) => site.pageUrl(path))).toEqual([
      'https://example.org/one.html',
      'https://example.org/more/index.html',
      undefined,
    ]);
  });
});
