import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildPortalOf, findMissingTargets, REPOSITORY_URL } from './build-portal.fixture.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
});
afterEach(() => cleanup.close());

const build = async (files: Readonly<Record<string, string>>, docs = 'docs') => {
  const content = await buildPortalOf(repository, files, docs);
  expect(findMissingTargets(content)).toEqual([]);
  return { ...content, byPath: new Map(content.pages.map((page) => [page.path, page])) };
};

describe('the pages of a portal', () => {
  it('portal pages link to other pages by path, to files as assets, and to all other files in the repository', async () => {
    const { byPath, assets } = await build({
      'docs/README.md':
        '# Home\n\n[Start](guides/01-start.md#first-steps) ![Logo](img/logo.svg) [Code](../src/a.ts) [Gone](gone.md)\n',
      'docs/guides/01-start.md':
        '# Start\n\n## First steps\n\nGo [home](../README.md), or to [the top](#first-steps).\n',
      'docs/img/logo.svg': SVG,
      'src/a.ts': 'export {};\n',
    });
    expect([...byPath.keys()]).toEqual(['guides/01-start', 'index']);
    expect(byPath.get('index')?.markdown).toBe(
      `[Start](/guides/01-start#first-steps) ![Logo](/img/logo.svg) [Code](${REPOSITORY_URL}src/a.ts) Gone\n`,
    );
    expect(byPath.get('guides/01-start')?.markdown).toBe(
      '## First steps\n\nGo [home](/), or to [the top](#first-steps).\n',
    );
    expect(assets).toEqual([
      {
        path: 'img/logo.svg',
        file: 'docs/img/logo.svg',
        bytes: SVG.length,
        blob: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
  });

  it('the index page of a folder takes precedence over the README of the folder', async () => {
    const { pages, warnings } = await buildPortalOf(
      repository,
      {
        'docs.json': '{ "name": "Docs", "navigation": { "pages": ["index", "guides/index"] } }',
        'README.md': '# How to contribute\n',
        'index.mdx': '# Welcome\n',
        'guides/README.md': '# How to write guides\n',
        'guides/index.mdx': '# Guides\n',
      },
      '',
    );
    expect(pages.map(({ path, title }) => [path, title])).toEqual(
      expect.arrayContaining([
        ['index', 'Welcome'],
        ['guides', 'Guides'],
      ]),
    );
    expect(warnings.map(({ path }) => path).toSorted()).toEqual(['README.md', 'guides/README.md']);
  });

  it('portal pages have the title, the description and the visibility of their front matter', async () => {
    const { byPath } = await build({
      'docs/a.md': '---\ntitle: Settings\ndescription: All of them.\npublic: false\n---\n\nText.\n',
      'docs/b.md': '# Text\n\nText.\n',
    });
    expect(byPath.get('a')).toMatchObject({ title: 'Settings', description: 'All of them.', public: false });
    expect(byPath.get('b')).toMatchObject({ title: 'Text', description: '', public: true, file: 'docs/b.md' });
  });

  it('a link to a term of a glossary points to the term', async () => {
    const { byPath } = await build({
      'docs/conf.py': "project = 'Wheels'\nextensions = ['sphinx.ext.intersphinx']\n",
      'docs/index.rst': 'Home\n====\n\nA :term:`wheel` or a :term:`Built Distribution`.\n',
      'docs/terms.rst':
        'Terms\n=====\n\n.. glossary::\n\n   Wheel\n      A file.\n\n   Built Distribution\n   Binary : old\n      See :term:`Wheel`.\n',
    });
    expect(byPath.get('terms')?.markdown).toBe(
      '- <a id="term-Wheel"></a>**Wheel**: A file.\n' +
        '- <a id="term-Built-Distribution"></a>**Built Distribution**, ' +
        '<a id="term-Binary"></a>**Binary** (old): See [Wheel](#term-Wheel).\n',
    );
    expect(byPath.get('index')?.markdown).toBe(
      'A [wheel](/terms#term-Wheel) or a [Built Distribution](/terms#term-Built-Distribution).\n',
    );
  });

  it('portal pages are created from every format, with their headings and anchors', async () => {
    const { byPath } = await build({
      'docs/a.rst': 'Title\n=====\n\n.. _here:\n\nPart one\n--------\n\nSee :ref:`here` and :doc:`b`.\n',
      'docs/conf.py': 'extensions = []\n',
      'docs/b.rst': 'Other\n=====\n\nSee :ref:`here`.\n',
    });
    expect(byPath.get('a')?.markdown).toBe('## Part one {#here}\n\nSee [Part one](#here) and [Other](/b).\n');
    expect(byPath.get('b')?.markdown).toBe('See [Part one](/a#here).\n');
  });

  it('portal pages link to the section that contains an anchor that is not a heading', async () => {
    const adoc =
      '= A\n\n[[top]]Text.\n\n== One\n\nText.\n\n== Two\n\n[cols=1]\n|===\n|[[row]]Row\n|===\n\nText\n\n[[mark]]\n== Three\n\nText.\n';
    const { byPath } = await build({
      'docs/a.adoc': adoc,
      'docs/b.adoc': '= B\n\nxref:a.adoc#row[Row], xref:a.adoc#mark[Mark], xref:a.adoc#top[Top]\n',
    });
    expect(byPath.get('b')?.markdown).toBe('[Row](/a#_two), [Mark](/a#mark), [Top](/a)\n');
  });

  it('an anchor in a code sample of a portal page is not the target of a link', async () => {
    const sample = '````html\n<a id="fenced">\n```\n<a id="inner">\n````';
    const { byPath } = await build({
      'docs/a.md': `# A\n\nText and \`<a id="inline">\`.\n\n${sample}\n`,
      'docs/b.md': '# B\n\n[1](a.md#inline), [2](a.md#fenced), [3](a.md#inner)\n',
    });
    expect(byPath.get('b')?.markdown).toBe('[1](/a), [2](/a), [3](/a)\n');
  });

  it('two portal pages never have the same path, and a warning lists both files', async () => {
    const { byPath, warnings } = await build({ 'docs/a.md': '# A\n\nText.\n', 'docs/a.rst': 'B\n=\n\nText.\n' });
    expect([...byPath.values()].map(({ path, file }) => [path, file])).toEqual([
      ['a', 'docs/a.md'],
      ['a-rst', 'docs/a.rst'],
    ]);
    expect(warnings).toEqual([
      {
        kind: 'format',
        path: 'docs/a.rst',
        line: 1,
        message: 'has the same page path as docs/a.md, "a", so its page is at "a-rst"',
      },
    ]);
  });

  it('portal pages over the size limit of the service are truncated, with a warning and a link to the document', async () => {
    const { byPath, warnings } = await build({ 'docs/a.md': `# A\n\n${'A line of text.\n'.repeat(20_000)}` });
    const { markdown = '' } = byPath.get('a') ?? {};
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(262_144);
    expect(markdown).toContain(`[Read the document](${REPOSITORY_URL}docs/a.md)`);
    expect(warnings).toHaveLength(1);
  });
});

describe('the files of a portal', () => {
  it('the portal omits pointers of Git LFS, with a warning for the page that uses the file', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 1\n`;
    const files = { 'docs/a.md': '# A\n\n![B](b.png)\n', 'docs/b.png': pointer };
    const { assets, pages, warnings } = await buildPortalOf(repository, { ...files, 'docs/c.md': pointer });
    expect(pages.map(({ path }) => path)).toEqual(['a']);
    expect(assets).toEqual([]);
    expect(warnings).toEqual([expect.objectContaining({ path: 'docs/a.md', kind: 'image' })]);
  });
});
