import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const FILES = {
  'hugo.yaml': [
    'baseURL: /',
    'defaultContentLanguage: en',
    'permalinks: { blog: /:year/:slug/ }',
    'languages: { en: {}, fr: {} }',
    'module:',
    '  mounts:',
    '    - { source: content/en, target: content }',
    '    - { source: README.md, target: content/about/README.md }',
  ].join('\n'),
  'README.md': '# Read me\n\n[x](content/en/docs/a.md)',
  'content/en/_index.md': '# Home',
  'content/en/docs/_index.md': '# Docs',
  'content/en/docs/A Page.md': '---\naliases: [/old/a/, older]\n---\n\n# A',
  'content/en/docs/b.md': '---\ntitle: B\nslug: better\n---\n\n## Part one {#own}\n\n## Two',
  'content/en/docs/c.md': '+++\nurl = "/see/c/"\n+++\n\n# C',
  'content/en/docs/bundle/index.md': '# Bundle',
  'content/en/docs/bundle/notes.md': '# Resource',
  'content/en/docs/bundle/i.png': '',
  'content/en/docs/b.fr.md': '# B en français',
  'content/en/blog/post.md': '# Post',
  'content/en/blog/same.md': '# Same',
  'content/en/guides/_index.md': '---\nslug: manuals\n---\n\n# Guides',
  'content/en/guides/same.md': '# Same',
  'static/img/s.png': '',
};

describe('links in Hugo', () => {
  it.each([
    ['content/en/docs/b.md', 'a-page.md', 'content/en/docs/A Page.md'],
    ['content/en/docs/b.md', '/docs/a-page', 'content/en/docs/A Page.md'],
    ['content/en/docs/b.md', './bundle/', 'content/en/docs/bundle/index.md'],
    ['content/en/docs/b.md', '/old/a', 'content/en/docs/A Page.md'],
    ['content/en/docs/b.md', '/docs/better/#own', 'content/en/docs/b.md#own'],
    ['content/en/docs/b.md', '../a-page/', 'content/en/docs/A Page.md'],
    ['content/en/docs/b.md', '/see/c/', 'content/en/docs/c.md'],
    ['content/en/docs/b.md', '../_index.md', 'content/en/_index.md'],
    ['content/en/docs/_index.md', 'b.md#two', 'content/en/docs/b.md#two'],
    ['content/en/docs/bundle/index.md', 'b', 'content/en/docs/b.md'],
    ['content/en/docs/bundle/index.md', 'i.png', 'content/en/docs/bundle/i.png'],
    ['content/en/docs/bundle/index.md', 'notes', '(content/en/docs/bundle/notes does not exist)'],
    ['content/en/docs/b.md', '/img/s.png', 'static/img/s.png'],
    ['content/en/docs/b.md', '/blog/post', 'content/en/blog/post.md'],
    ['content/en/docs/b.md', 'g', ''],
    ['content/en/docs/b.md', '/tags/x/', 'elsewhere'],
    ['README.md', 'content/en/docs/b.md', 'content/en/docs/b.md'],
  ])('resolves links in the Hugo page %s: %s links to %s', (from, target, expected) => {
    expect(whereTo(createSite(FILES), from, target)).toBe(expected);
  });

  it('a page includes texts that the pages below a folder share', () => {
    const shared = 'content/en/docs/_includes/notes/intro.md';
    const site = createSite({ ...FILES, [shared]: 'Hello.\n' });
    const include = (target: string) => site.include('content/en/docs/bundle/index.md', target);
    expect(include('notes/intro.md')).toEqual({ path: shared, text: 'Hello.\n' });
    expect(include('./notes/intro.md')).toHaveProperty('problem');
  });

  it('a relative link refers to the page that has the anchor, because a render hook can leave relative links as they are', () => {
    const site = createSite({
      ...FILES,
      'content/en/docs/guide/_index.md': '# Guide\n\n## First steps {.wide lang=en}\n',
      'content/en/docs/guide/a.md': '# A',
    });
    const from = 'content/en/docs/guide/a.md';
    expect(whereTo(site, from, '../#first-steps')).toBe('content/en/docs/guide/_index.md#first-steps');
    expect(whereTo(site, from, '../')).toBe('content/en/docs/_index.md');
  });

  it.each([
    ['b.md#two', 'content/en/docs/b.md#two'],
    ['/docs/bundle', 'content/en/docs/bundle/index.md'],
    ['post', 'content/en/blog/post.md'],
    ['/post', 'content/en/blog/post.md'],
    ['gone', '(page gone does not exist)'],
    ['same', '(page same does not exist)'],
  ])('resolves the target of ref or relref in Hugo: %s links to %s', (target, expected) => {
    expect(whereTo(createSite(FILES), 'content/en/docs/b.md', target, 'ref')).toBe(expected);
  });

  it.each([
    ['content/en/docs/A Page.md', 'https://example.org/docs/a-page/'],
    ['content/en/docs/b.md', 'https://example.org/docs/better/'],
    ['content/en/docs/b.fr.md', 'https://example.org/fr/docs/b/'],
    ['content/en/docs/c.md', 'https://example.org/see/c/'],
    // Hugo ignores `slug` for sections.
    ['content/en/guides/_index.md', 'https://example.org/guides/'],
    ['content/en/_index.md', 'https://example.org/'],
    // The URL contains a date that only Hugo can compute.
    ['content/en/blog/post.md', undefined],
  ])('generates the URL of the Hugo page %s', (path, expected) => {
    expect(createSite(FILES, { siteUrl: 'https://example.org/', root: 'content/en' }).pageUrl(path)).toBe(expected);
  });
});

it('treats a Hugo link as a URL if no render hook looks up pages', () => {
  const files = {
    'config.toml': 'baseURL = "https://example.org/"\ntheme = "x"',
    'content/a.md': '# A',
    'content/a/b.md': '# B below A',
    'content/b.md': '# B',
  };
  expect(whereTo(createSite(files), 'content/a.md', 'b/')).toBe('content/a/b.md');
  expect(whereTo(createSite({ ...files, 'layouts/_markup/render-link.html': '' }), 'content/a.md', 'b/')).toBe(
    'content/b.md',
  );
});

describe('sites of Hugo with several configuration files', () => {
  const files = {
    'config/_default/hugo.yaml':
      'baseURL: https://example.org/manual/\nlanguages: { en: {}, fr: {} }\nparams: { version: 1.2 }',
    'content/en/docs/concepts/traces.md': '# Traces\n\n`span`\n: A unit of work.',
    'content/en/docs/concepts/img/t.png': '',
    'content/en/docs/_index.md': '# Docs',
    'content/fr/docs/_index.md': '# Docs',
    'assets/images/x.jpg': '',
  };
  it.each([
    ['/docs/concepts/traces/', 'content/en/docs/concepts/traces.md'],
    ['/manual/docs/concepts/traces/', 'content/en/docs/concepts/traces.md'],
    ['/docs/concepts/traces/#span', 'content/en/docs/concepts/traces.md#span'],
    ['../img/t.png', 'content/en/docs/concepts/img/t.png'],
    ['images/x.jpg', 'assets/images/x.jpg'],
    ['/docs/gone/', '(/docs/gone/ does not exist)'],
    ['/tags/x/', 'elsewhere'],
    ['/sitemap.xml', 'elsewhere'],
    ['/api/java/index.html', 'unchecked'],
  ])('resolves %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'content/en/docs/concepts/traces.md', target)).toBe(expected);
  });

  it('reads Hugo parameters from the main configuration file and from a separate parameters file', () => {
    const parameters = { 'config/_default/params.yaml': 'tdVersion:\n  latest: v0.16.0\nversion: 1.0\n' };
    const attributes = createSite({ ...files, ...parameters }).attributes('content/en/docs/_index.md');
    expect([attributes.get('params.tdversion.latest'), attributes.get('params.version')]).toEqual(['v0.16.0', '1.2']);
  });

  it('looks up a Hugo page name without a leading slash from the page and from the content root', () => {
    expect(whereTo(createSite(files), 'content/en/docs/_index.md', 'docs/concepts/traces', 'ref')).toBe(
      'content/en/docs/concepts/traces.md',
    );
  });

  it('does not report pages of imported modules as broken', () => {
    const config = 'baseURL: /\nmodule: { imports: [{ path: x, mounts: [{ source: docs, target: content/docs }] }] }';
    const site = createSite({ 'hugo.yaml': config, 'content/a.md': '# A' });
    expect(whereTo(site, 'content/a.md', '/docs/x', 'ref')).toBe('unchecked');
  });
});
