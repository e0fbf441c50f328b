import { expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

const formatFence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

it.each([
  ['a name without an extension', 'typescript', '@@filename(app.module)\na', '// app.module.ts\na'],
  ['a name with an extension', 'ts', '@@filename(src/main.tsx)\na', '// src/main.tsx\na'],
  ['a name for TypeScript and JavaScript', 'ts', '@@filename(main)\na\n@@switch\nb', '// main.ts\na\n// main.js\nb'],
  [
    'no name for TypeScript and JavaScript',
    'typescript',
    '@@filename()\na\n@@switch\nb',
    '// TypeScript\na\n// JavaScript\nb',
  ],
  ['a JavaScript variant without a name', 'javascript', 'a\n@@switch\nb', 'a\n// JavaScript\nb'],
])('turns a file name in a NestJS fence into a comment: %s', (_name, language, code, expected) => {
  expect(readable(formatFence(language, code))).toBe(formatFence(language, expected));
});

it('does not apply the file name of one fence to the next fence', () => {
  const text = `${formatFence('ts', '@@filename(main)\na')}\n\n${formatFence('ts', 'a\n@@switch\nb')}`;
  expect(readable(text)).toContain('// JavaScript');
});

it('removes a file name mark in languages without comments that start with two slashes', () => {
  expect(readable(formatFence('bash', '@@filename()\na'))).toBe(formatFence('bash', '\na'));
});

it.each([
  ['outside of a fence', '@@filename(main)\n\n@@switch'],
  ['within a line of code', formatFence('ts', 'a @@switch\n  @@switch\n@@switch b')],
  ['of another kind', formatFence('diff', '@@ -1 +1 @@\n@@other(a)')],
  ['after a fence', `${formatFence('ts', 'a')}\n@@switch`],
])('does not change a file name mark %s', (_name, text) => {
  expect(readable(text)).toBe(text);
});

it('processes many file name marks in linear time', () => {
  expect(createPage(formatFence('ts', '@@filename(\n'.repeat(50_000))).lines.count).toBe(50_003);
});
