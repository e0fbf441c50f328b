import { expect, it } from 'vitest';
import { assignPagePaths, createPagePath } from './page-paths.ts';

it.each([
  ['', 'index'],
  ['index.html', 'index'],
  ['guides/', 'guides'],
  ['guides/README', 'guides'],
  ['Guides/Get Started', 'guides/get-started'],
  ['v1.2/a_b--c', 'v1.2/a_b--c'],
  ['café', 'cafe'],
  ['.github/x', 'github/x'],
  ['a/llms.txt', 'a/llms-txt'],
  ['a/b.md.html', 'a/b-md'],
  ['中文', expect.stringMatching(/^page-[0-9a-f]{8}$/)],
  ['a/b/c/d/e/f/g/h/i/j', 'a/b/c/d/e/f/g/h-i-j'],
  ['x'.repeat(400), expect.stringMatching(/^x{151}-[0-9a-f]{8}$/)],
])('the page at "%s" has the path %s', (address, path) => {
  expect(createPagePath(address)).toEqual(path);
});

it('every document gets a unique path, whatever its URL is', () => {
  const addresses = ['a', 'A', 'a/', 'a-md', 'a/index.html'];
  const { paths, collisions } = assignPagePaths(addresses.map((address, index) => ({ file: `${index}.md`, address })));
  expect(new Set(paths.values()).size).toBe(addresses.length);
  expect(collisions).toHaveLength(4);
});

it('an index page of a deep folder gets a path with at most 8 segments', () => {
  const folder = 'a/b/c/d/e/f/g/h';
  const { paths } = assignPagePaths([
    { file: `${folder}/index.md`, address: `${folder}/index` },
    { file: `${folder}/README.md`, address: `${folder}/README` },
  ]);
  expect([...paths.values()]).toEqual([folder, `${folder}-readme-md`]);
});
