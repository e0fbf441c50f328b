import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const FILES = {
  'source/conf.py': "project = 'Packaging'\nrelease = '2.1'\nversion = compute()\nextensions = []\n",
  'source/index.rst':
    '=====\nHome\n=====\n\n.. _Style Guide:\n.. _other name:\n\nHow to *write*\n==============\n\ntext',
  'source/includes/install.txt': '.. _bundles:\n\nBundles\n-------\n\ntext',
  'source/guides/intro.rst': 'Intro\n=====\n\n.. include:: ../includes/install.txt\n',
  'source/guides/start.rst': 'Start\n=====\n\n.. _no-title:\n\n.. note:: x\n',
  'source/guides/more.md': '(my-label)=\n# More\n\n## Part',
  'source/glossary.rst': [
    'Glossary',
    '========',
    '',
    '.. glossary::',
    '    :sorted:',
    '',
    '    Built Distribution',
    '    Wheel',
    '',
    '        A file.',
    '',
    '    C.I. : thing',
    '        Robots.',
  ].join('\n'),
};

describe('references in Sphinx', () => {
  it.each([
    ['label', 'style guide', 'source/index.rst#style-guide', 'How to write'],
    ['label', 'Other  Name', 'source/index.rst#other-name', 'How to write'],
    ['label', 'no-title', 'source/guides/start.rst#no-title', undefined],
    ['label', 'my-label', 'source/guides/more.md#my-label', 'More'],
    ['label', 'bundles', 'source/guides/intro.rst#bundles', 'Bundles'],
    ['label', 'python:identifiers', '', undefined],
    ['label', 'genindex', '', undefined],
    ['label', 'nowhere', '(label "nowhere" is not defined)', undefined],
    ['doc', '/guides/start', 'source/guides/start.rst', 'Start'],
    ['doc', '../index', 'source/index.rst', 'Home'],
    ['doc', 'more', 'source/guides/more.md', 'More'],
    ['doc', 'gone', '(document source/guides/gone does not exist)', undefined],
    ['term', 'built distribution', 'source/glossary.rst#term-Built-Distribution', 'Built Distribution'],
    ['term', 'Wheel', 'source/glossary.rst#term-Wheel', 'Wheel'],
    ['term', 'c.i.', 'source/glossary.rst#term-C.I.', 'C.I.'],
    ['url', 'start.html', 'source/guides/start.rst', 'Start'],
    ['url', 'more.md#part', 'source/guides/more.md#part', 'Part'],
    ['url', 'my-label', 'source/guides/more.md#my-label', 'More'],
  ] as const)('resolves the Sphinx %s reference %s to %s', (kind, target, expected, title) => {
    const site = createSite(FILES);
    expect(whereTo(site, 'source/guides/start.rst', target, kind)).toBe(expected);
    if (title !== undefined) expect(site.resolve('source/guides/start.rst', { kind, target }).title).toBe(title);
  });

  it('treats an unknown Sphinx label as a name of another project if there are inventories', () => {
    const files = { ...FILES, 'source/conf.py': `${FILES['source/conf.py']}intersphinx_mapping = {}\n` };
    expect(whereTo(createSite(files), 'source/index.rst', 'nowhere', 'label')).toBe('');
  });

  it('generates the URL of the page that a Sphinx label refers to', () => {
    const site = createSite(FILES, { siteUrl: 'https://example.org/en/latest', root: 'source' });
    expect(site.resolve('source/index.rst', { kind: 'label', target: 'my-label' }).url).toBe(
      'https://example.org/en/latest/guides/more.html#my-label',
    );
  });
});

it('reads the text that conf.py adds to every document', () => {
  const conf = `${FILES['source/conf.py']}rst_epilog = """\n.. |x| replace:: y\n"""\nrst_prolog = f'{a}'\n`;
  const site = createSite({ ...FILES, 'source/conf.py': conf });
  expect(site.attributes('source/index.rst').get('rst_epilog')).toBe('\n.. |x| replace:: y\n');
  expect(site.attributes('source/index.rst').has('rst_prolog')).toBe(false);
});

it('recognizes a Sphinx configuration that a function of another package computes', () => {
  const conf =
    "from sphinx_celery import conf\n\nglobals().update(conf.build_config(\n    'x', __file__,\n    extra_intersphinx_mapping={},\n))\n";
  const site = createSite({ ...FILES, 'source/conf.py': conf });
  const plainSite = createSite({ ...FILES, 'source/conf.py': 'PORT = 1\n# import sphinx\n' });
  const [from, label] = ['source/index.rst', { kind: 'label', target: 'gone' }] as const;
  expect(site.locate(from, label)).toEqual({});
  expect(site.attributes(from).get('myst')).toBe('true');
  expect(plainSite.attributes(from).size).toBe(0);
});

it('reads only plain literals of conf.py', () => {
  expect([...createSite(FILES).attributes('source/index.rst')]).toEqual([
    ['myst', 'true'],
    ['project', 'Packaging'],
    ['release', '2.1'],
  ]);
});

it('detects that a Sphinx label moves to another section', () => {
  const site = createSite(FILES);
  site.resolve('source/guides/start.rst', { kind: 'label', target: 'my-label' });
  const changed = createSite({ ...FILES, 'source/guides/more.md': '# More\n\n(my-label)=\n## Other part' });
  const outdated = site.takeUses('source/guides/start.rst').filter((use) => changed.digest(use) !== use.digest);
  expect(outdated.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['anchor source/guides/more.md#my-label']);
});

it('reads the roles for external links from the configuration of Sphinx', () => {
  const conf = [
    "project = 'P'",
    'extlinks = {',
    "    'issue': ('https://github.com/o/r/issues/%s', '#%s'),  # a comment",
    '    "wiki": ("https://wiki.example/%s", None),',
    "    'odd': (BASE + '/%s', 'x'),",
    '}',
    "later = {'x': ('a', 'b')}",
  ].join('\n');
  const attributes = createSite({ 'docs/conf.py': conf, 'docs/index.rst': 'A\n=\n' }).attributes('docs/index.rst');
  const roles = [...attributes].filter(([name]) => name.startsWith('extlinks:'));
  expect(roles).toEqual([
    ['extlinks:issue', 'https://github.com/o/r/issues/%s\n#%s'],
    ['extlinks:wiki', 'https://wiki.example/%s\n'],
  ]);
});

describe('links in MyST', () => {
  const files = {
    'docs/conf.py': "extensions = ['myst_parser']",
    'docs/index.md': '# Home',
    'docs/syntax/optional.md':
      '(syntax/ext)=\n\n## Extensions\n\n(a.b)=\n\n## Dots\n\n```{figure} x.png\n:name: my-figure\n```\n',
    'docs/syntax/optional.txt': 'text',
    'CHANGELOG.md': '[x](docs/index.md)',
    'docs/changes.md': '```{include} ../CHANGELOG.md\n```',
  };
  it.each([
    ['syntax/ext', 'docs/syntax/optional.md#syntax-ext'],
    ['#syntax/ext', 'docs/syntax/optional.md#syntax-ext'],
    ['a.b', 'docs/syntax/optional.md#a-b'],
    ['my-figure', 'docs/syntax/optional.md#my-figure'],
    ['project:#my-figure', 'docs/syntax/optional.md#my-figure'],
    ['syntax/optional.md', 'docs/syntax/optional.md'],
    ['path:syntax/optional.txt', 'docs/syntax/optional.txt'],
    ['project:syntax/optional.md#a.b', 'docs/syntax/optional.md#a.b'],
    ['inv:python#str', ''],
    ['syntax/gone.md', '(docs/syntax/gone.md does not exist)'],
  ])('resolves the MyST link %s to %s', (target, expected) => {
    expect(whereTo(createSite(files), 'docs/index.md', target)).toBe(expected);
  });

  it('does not report a label as broken if an inventory of another project can define it', () => {
    const config = "extensions = ['myst_parser']\nintersphinx_mapping = {}";
    const site = createSite({ ...files, 'docs/conf.py': config });
    expect(whereTo(site, 'docs/index.md', 'other/label')).toBe('unchecked');
    expect(whereTo(site, 'docs/index.md', '#other.Class')).toBe('docs/index.md#other.Class');
  });

  it('resolves the links of an included file relative to the file, if its document has no such file', () => {
    const site = createSite(files);
    site.include('docs/changes.md', '../CHANGELOG.md');
    expect(whereTo(site, 'docs/changes.md', 'docs/index.md')).toBe('docs/index.md');
  });
});
