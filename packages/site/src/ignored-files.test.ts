import { expect, it } from 'vitest';
import { isIgnored } from './ignored-files.ts';

it.each([
  ['docs/api/a.md', 'docs/api/', true],
  ['docs/api/a.md', '/docs/api', true],
  ['docs/api.md', 'docs/api', false],
  ['docs/build/a.md', 'build/', true],
  ['docs/build/a.md', '/build/', false],
  ['docs/a.md', '# docs/a.md\r\n*.md\r\n!docs/a.md\r\n', false],
  ['docs/a.md', '# docs/a.md\r\n', false],
  ['docs/a.md', '*.md', true],
  ['docs/api/a.md', 'api/*\n!api/b.md', false],
  ['docs/api/a.md', 'docs/api/*\n!docs/api/b.md', true],
  ['docs/api/b.md', 'docs/api/*\n!docs/api/b.md', false],
  ['docs/api/b.md', 'docs/api\n!docs/api/b.md', true],
  ['docs/x/generated/b.md', 'docs/**/generated/', true],
  ['docs/generated/b.md', 'docs/**/generated/', true],
  ['docs/x/y.md', 'docs/**', true],
  ['docs/api-1.md', 'api-[0-9].m?', true],
  ['docs/api-a.md', 'api-[!a-z].md', false],
  ['docs/a+b.md', 'a+b.md', true],
  ['docs/#a.md', '\\#a.md', true],
  ['docs/a.md', '[z-a]', false],
  ['docs/a.md', 'x\r\ndocs/a.md\r\n', true],
  ['docs/a.md', '\n/\n', false],
])('decides whether %s is ignored by %j', (path, text, expected) => {
  expect(isIgnored(path, text)).toBe(expected);
});
