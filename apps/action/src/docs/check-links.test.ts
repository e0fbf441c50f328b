import { EXTENSIONS } from '@context-sync/chunker';
import { expect, it } from 'vitest';
import { findBrokenLinks, RepositoryFiles } from './check-links.ts';

const files = new RepositoryFiles([
  'README.md',
  'docs/index.md',
  'docs/guide/start.mdx',
  'docs/images/a b.png',
  'src/x.ts',
]);

it.each(EXTENSIONS)('a link without an extension can lead to a page whose name ends in .%s', (extension) => {
  const pages = new RepositoryFiles([`docs/page.${extension}`, `docs/folder/index.${extension}`]);
  for (const path of ['docs/page', 'docs/page/', 'docs/page.html', 'docs/folder', 'docs/folder/']) {
    expect([path, pages.has(path)]).toEqual([path, true]);
  }
});

it.each([
  'docs/index.md',
  'docs/guide/start',
  'docs/guide/start.html',
  'docs/guide',
  'docs/guide/',
  'docs',
  'docs/images/a b.png',
  'src/x.ts',
  '',
])('accepts a link to %j', (path) => expect(files.has(path)).toBe(true));

it.each(['docs/guide/stop', 'docs/guide/start.md', 'doc', 'docs/images/b.png', 'index.md'])(
  'a link cannot lead to %j',
  (path) => expect(files.has(path)).toBe(false),
);

it('reports a broken link with its line', () => {
  const text = '# Page\n\nSee [a](gone.md), [b](guide/start)\nand ![c](images/no.png).\n';
  const links = [
    { url: 'gone.md', file: 'docs/gone.md' },
    { url: 'guide/start', file: 'docs/guide/start' },
    { url: 'images/no.png', file: 'docs/images/no.png' },
  ];
  expect(findBrokenLinks('docs/page.md', text, links, files)).toEqual([
    { path: 'docs/page.md', line: 3, kind: 'link', message: 'broken link: docs/gone.md does not exist' },
    { path: 'docs/page.md', line: 4, kind: 'image', message: 'broken image: docs/images/no.png does not exist' },
  ]);
});
