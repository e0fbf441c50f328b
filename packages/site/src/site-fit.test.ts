import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from './site.fixture.ts';

const numbers = Array.from({ length: 30 }, (_, index) => index);
/** Returns pages whose links begin with a slash. */
const createPages = (folder: string, links: readonly string[]) =>
  Object.fromEntries(links.map((link, index) => [`${folder}/p${index}.md`, `# P\n\n[x](${link})\n`]));

describe('links in a folder without a known generator', () => {
  const FILES = {
    'content/docs/03-core/60-telemetry.mdx': '# Telemetry',
    'content/docs/03-core/index.mdx': '# Core',
    'content/docs/(group)/own.mdx': '# Own',
    ...createPages('content/docs/04-more', ['/docs/core/telemetry', '/docs/core', '/docs/own', '/docs/core/telemetry']),
  };
  const FROM = 'content/docs/03-core/index.mdx';

  it.each([
    ['/docs/core/telemetry', 'content/docs/03-core/60-telemetry.mdx'],
    ['/docs/core', 'content/docs/03-core/index.mdx'],
    ['/docs/own', 'content/docs/(group)/own.mdx'],
    ['./telemetry', 'content/docs/03-core/60-telemetry.mdx'],
    ['60-telemetry.mdx', 'content/docs/03-core/60-telemetry.mdx'],
    ['./gone.mdx', '(content/docs/03-core/gone.mdx does not exist)'],
    ['gone.png', '(content/docs/03-core/gone.png does not exist)'],
    ['/docs/gone', 'unchecked'],
    ['/docs/gone.md', 'unchecked'],
    ['/img/gone.png', 'unchecked'],
    ['./gone', 'unchecked'],
    ['../../../../wiki', 'unchecked'],
    ['api/index.html', 'unchecked'],
  ])('resolves the link %s in a folder without a known generator to %s', (target, expected) => {
    const site = createSite(FILES, { repositoryUrl: 'https://example.org/', root: 'content' });
    expect(whereTo(site, FROM, target)).toBe(expected);
  });

  it('generates URLs without number prefixes if most links omit them', () => {
    const address = { siteUrl: 'https://example.org', root: 'content' };
    const site = createSite(FILES, address);
    expect(site.pageUrl('content/docs/03-core/60-telemetry.mdx')).toBe('https://example.org/docs/core/telemetry');
    expect(site.listInferences()).toHaveLength(1);
    const remainingFiles = Object.fromEntries(Object.entries(FILES).filter(([path]) => !path.includes('04-more')));
    const plainSite = createSite(remainingFiles, address);
    expect(plainSite.pageUrl('content/docs/03-core/60-telemetry.mdx')).toBe(
      'https://example.org/docs/03-core/60-telemetry',
    );
    expect(plainSite.listInferences()).toEqual([]);
  });

  it('an unchecked link keeps its URL, which is on the site of the docs if it begins with a slash', () => {
    const resolve = (address: object, target: string) =>
      createSite(FILES, { root: 'content', ...address }).resolve(FROM, { kind: 'url', target });
    const repositoryUrl = 'https://github.com/octo/api/blob/main/';
    expect(resolve({ repositoryUrl }, '/other/x#y')).toMatchObject({ url: '/other/x#y' });
    expect(resolve({ siteUrl: 'https://example.org/docs' }, '/other/x#y')).toMatchObject({
      url: 'https://example.org/other/x#y',
    });
    expect(resolve({ repositoryUrl }, './gone')).toMatchObject({ url: './gone' });
  });
});

describe('links in a site whose rules do not fit', () => {
  const CONFIG = { 'mkdocs.yml': 'site_name: x' };
  const createFiles = (brokenCount: number) => ({
    ...CONFIG,
    'docs/guide/a.md': '# A',
    ...createPages(
      'docs/guide',
      numbers.map((index) => (index < brokenCount ? `/guide/v2/p${index}/` : '/guide/a/')),
    ),
  });

  it('reports a missing page as broken if at most a fifth of the links fails', () => {
    expect(whereTo(createSite(createFiles(3)), 'docs/guide/a.md', '/guide/gone/')).toBe(
      '(/guide/gone/ does not exist)',
    );
  });

  it('does not report missing pages as broken if more links fail', () => {
    const site = createSite(createFiles(15));
    expect(whereTo(site, 'docs/guide/a.md', '/guide/gone/')).toBe('unchecked');
    expect(whereTo(site, 'docs/guide/a.md', '/guide/a/')).toBe('docs/guide/a.md');
    expect(whereTo(site, 'docs/guide/a.md', 'gone.md')).toBe('(docs/guide/gone.md does not exist)');
  });

  it('changes the digest of the configuration if the rules no longer fit, or a part of the site is new', () => {
    const [fitting, unfit] = [createSite(createFiles(3)), createSite(createFiles(15))];
    expect(unfit.configDigest()).not.toBe(fitting.configDigest());
    const withPart = createSite({ ...createFiles(3), 'docs/new/b.md': '# B' });
    expect(withPart.configDigest()).not.toBe(fitting.configDigest());
    const withPage = createSite({ ...createFiles(3), 'docs/guide/z.md': '# Z' });
    expect(withPage.configDigest()).toBe(fitting.configDigest());
  });
});
