import { expect, it } from 'vitest';
import { isIgnored } from './ignored-files.ts';

it.each([
  ['docs/api/a.md', 'docs/api/', true],
  ['docs/api/a.md', '/docs/api', true],
  ['docs/api.md', 'docs/api', false],
  ['docs/build/a.md', 'build/', true],
  ['docs/build/a.md', '/build/', false],
  ['docs/a.md', '# docs/a.md\r\n!docs/a.md\r\n*.md\r\n', false],
  ['docs/a.md', 'x\r\ndocs/a.md\r\n', true],
  ['docs/a.md', '\n/\n', false],
])('decides whether %s is ignored by %j', (path, text, expected) => {
  expect(isIgnored(path, text)).toBe(expected);
});
