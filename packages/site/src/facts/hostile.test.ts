import { expect, it } from 'vitest';
import { getFacts } from './get-facts.ts';

const MANY = 200_000;

it.each(
  [
    `# a${' '.repeat(MANY)}b`,
    '{ '.repeat(MANY),
    `${'<h1>'.repeat(MANY)}</h2>`,
    '[[['.repeat(MANY),
    '<Tab '.repeat(MANY),
  ]
    .concat([
      `{${' '.repeat(MANY)}`,
      `== ${' '.repeat(MANY)}=x`,
      `${':a'.repeat(MANY)}\n====`,
      `${'# a\n'.repeat(MANY / 10)}`,
    ])
    .concat([`:page-aliases: ${', '.repeat(MANY)}`, `${'> - '.repeat(MANY)}# a`, `.. _${'\\a'.repeat(MANY)}`])
    .concat([Array.from({ length: 1_000 }, () => `## ${' '.repeat(3_900)}{${' '.repeat(20)}x`).join('\n')]),
)('the reader of each format reads hostile text number %#', (text) => {
  for (const path of ['a.md', 'a.mdx', 'a.rst', 'a.adoc', 'a.html']) expect(getFacts(path, text)).toBeTypeOf('object');
});
