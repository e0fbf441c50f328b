import { describe, expect, it } from 'vitest';
import { indexSite } from './index-site.ts';
import { createSite, REPOSITORY_URL } from './site.fixture.ts';

const FILES = {
  'docs/a.md': '# A\n\nSee [b](b.md).',
  'docs/b.md': '# Title of B\n\n## Set up\n\ntext\n\n## Set up\n\n<a id="old-name"></a>',
  'docs/guide/README.md': '# Guide',
  'docs/img/a b.png': '',
  'README.md': '# Read me',
};
const url = (target: string) => ({ kind: 'url' as const, target });

describe('links in a folder without a generator', () => {
  it.each([
    ['b.md', { url: `${REPOSITORY_URL}docs/b.md`, title: 'Title of B' }],
    ['./b.md#set-up', { url: `${REPOSITORY_URL}docs/b.md#set-up`, title: 'Set up' }],
    ['b#set-up-1', { url: `${REPOSITORY_URL}docs/b.md#set-up-1`, title: 'Set up' }],
    ['b.md#old-name', { url: `${REPOSITORY_URL}docs/b.md#old-name`, title: 'Title of B' }],
    ['/docs/b.md', { url: `${REPOSITORY_URL}docs/b.md`, title: 'Title of B' }],
    ['/b.md', { url: `${REPOSITORY_URL}docs/b.md`, title: 'Title of B' }],
    ['guide/', { url: `${REPOSITORY_URL}docs/guide/README.md`, title: 'Guide' }],
    ['img/a%20b.png?raw=true', { url: `${REPOSITORY_URL}docs/img/a%20b.png?raw=true` }],
    ['../README.md', { url: `${REPOSITORY_URL}README.md`, title: 'Read me' }],
    ['https://x.y/z', { url: 'https://x.y/z' }],
    ['gone.md', { problem: 'docs/gone.md does not exist' }],
    ['../../up.md', { problem: '../../up.md is outside of the repository' }],
    [
      'b.md#gone',
      { url: `${REPOSITORY_URL}docs/b.md`, title: 'Title of B', problem: 'docs/b.md has no anchor "gone"' },
    ],
  ])('resolves the link target %s', (target, expected) => {
    const site = createSite(FILES, { repositoryUrl: REPOSITORY_URL, root: 'docs' });
    expect(site.resolve('docs/a.md', url(target))).toEqual(expected);
  });

  it('resolves links to pages of the public site', () => {
    const site = createSite(FILES, { siteUrl: 'https://docs.example.com/v1', root: 'docs' });
    expect(site.resolve('docs/a.md', url('b.md#set-up')).url).toBe('https://docs.example.com/v1/b#set-up');
    expect(site.resolve('docs/a.md', url('guide')).url).toBe('https://docs.example.com/v1/guide/');
    expect(site.pageUrl('docs/a.md')).toBe('https://docs.example.com/v1/a');
    expect(site.resolve('docs/a.md', url('../README.md'))).toEqual({ title: 'Read me' });
  });
});

describe('dependencies of a document', () => {
  const findUses = (files: Readonly<Record<string, string>>, target: string) => {
    const site = createSite(files);
    site.resolve('docs/a.md', url(target));
    return site.takeUses('docs/a.md');
  };
  const isOutdated = (next: Readonly<Record<string, string>>, target: string) => {
    const site = createSite({ ...FILES, ...next });
    return findUses(FILES, target).some((use) => site.digest(use) !== use.digest);
  };

  it('a link to a missing anchor is outdated when the site may create the anchor', () => {
    const changedFiles = { 'docs/b.md': `${FILES['docs/b.md']}\n\n<PropTable of="Button" />\n` };
    expect(createSite({ ...FILES, ...changedFiles }).resolve('docs/a.md', url('b.md#gone')).problem).toBeUndefined();
    expect(isOutdated(changedFiles, 'b.md#gone')).toBe(true);
    expect(isOutdated(changedFiles, 'b.md#set-up')).toBe(false);
  });

  it('the dependencies of a document contain the files and anchors that affect its links', () => {
    expect(findUses(FILES, 'b.md#set-up').map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'file docs/b.md',
      'page docs/b.md',
      'anchor docs/b.md#set-up',
    ]);
  });

  it.each([
    ['the title changes', 'b.md', { 'docs/b.md': '# Other' }, true],
    ['the text changes', 'b.md', { 'docs/b.md': `${FILES['docs/b.md']}\n\nMore.` }, false],
    ['the anchor disappears', 'b.md#set-up', { 'docs/b.md': '# Title of B' }, true],
    ['another anchor appears', 'b.md#set-up', { 'docs/b.md': `${FILES['docs/b.md']}\n\n## New` }, false],
    ['the missing file appears', 'c.md', { 'docs/c.md': '# C' }, true],
    ['another file appears', 'c.md', { 'docs/d.md': '# D' }, false],
  ])('reports whether to chunk a document again when %s', (_name, target, next, expected) => {
    expect(isOutdated(next, target)).toBe(expected);
  });

  it('the dependencies of a document are removed after they are read', () => {
    const site = createSite(FILES);
    site.resolve('docs/a.md', url('b.md'));
    expect(site.takeUses('docs/a.md')).toHaveLength(2);
    expect(site.takeUses('docs/a.md')).toEqual([]);
  });
});

it('the site requests the files on which the result for a link depends', () => {
  const texts = new Map<string, string>();
  const site = indexSite({ paths: new Set(Object.keys(FILES)), read: (path) => texts.get(path) });
  site.locate('docs/a.md', url('b.md#set-up'));
  expect(site.takeWanted()).toEqual({ paths: ['docs/b.md'], names: [] });
  texts.set('docs/b.md', FILES['docs/b.md']);
  expect(site.locate('docs/a.md', url('b.md#set-up'))).toEqual({
    path: 'docs/b.md',
    anchor: 'set-up',
    title: 'Set up',
  });
  expect(site.takeWanted()).toEqual({ paths: [], names: [] });
});

it('reads the configuration of sites once before the missing files are loaded', () => {
  const paths = [
    '.vitepress/config/index.ts',
    '.vitepress/config/shared.ts',
    ...Array.from({ length: 50 }, (_, at) => `${at}.md`),
  ];
  let reads = 0;
  const site = indexSite({
    paths: new Set(paths),
    read: (path) => {
      if (path === '.vitepress/config/index.ts') reads += 1;
      return path === '.vitepress/config/index.ts'
        ? `import { shared } from './shared'\nexport default shared`
        : undefined;
    },
  });
  site.configDigest();
  expect(site.takeWanted().paths).toContain('.vitepress/config/shared.ts');
  expect(reads).toBeLessThan(5);
});

describe('AsciiDoc outside of Antora', () => {
  const site = createSite({
    'docs/a.adoc': '= A\n\n== Set it up\n\ninclude::parts/_used.adoc[]\n\ninclude::{dir}/_by_name.adoc[]',
    'docs/parts/_used.adoc': '== In the part',
    'docs/parts/_by_name.adoc': 'text',
    'docs/_unused.adoc': 'text',
  });

  it('generates the same anchors as Asciidoctor, including those of included files', () => {
    for (const anchor of ['_set_it_up', '_in_the_part'])
      expect(site.locate('docs/a.adoc', url(`#${anchor}`))).toMatchObject({ path: 'docs/a.adoc', anchor });
  });

  it('detects which AsciiDoc files are included, even if the folder depends on an attribute', () => {
    expect(site.isIncluded('docs/parts/_used.adoc')).toBe(true);
    expect(site.isIncluded('docs/parts/_by_name.adoc')).toBe(true);
    expect(site.isIncluded('docs/_unused.adoc')).toBe(false);
    expect(site.takeUses('docs/_unused.adoc').map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'name include:docs/_unused.adoc',
      'name include:*/_unused.adoc',
    ]);
  });
});

it('includes files by paths that begin with the name of the repository', () => {
  const site = createSite({ 'docs/a.md': '# A', 'examples/x.py': 'x = 1' });
  expect(site.include('docs/a.md', '../../api/examples/x.py')).toEqual({ path: 'examples/x.py', text: 'x = 1' });
  expect(site.include('docs/a.md', '../../other/examples/x.py')).toHaveProperty('problem');
});
