import { expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

const inFence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

it.each([
  ['a name', 'typescript', '@@filename(app.module)\na', '// app.module.ts\na'],
  ['a name with its extension', 'ts', '@@filename(src/main.tsx)\na', '// src/main.tsx\na'],
  ['a name, and JavaScript', 'ts', '@@filename(main)\na\n@@switch\nb', '// main.ts\na\n// main.js\nb'],
  ['both languages without a name', 'typescript', '@@filename()\na\n@@switch\nb', '// TypeScript\na\n// JavaScript\nb'],
  ['JavaScript alone', 'javascript', 'a\n@@switch\nb', 'a\n// JavaScript\nb'],
])('turns a file name of a NestJS fence into a comment: %s', (_name, language, code, expected) => {
  expect(readable(inFence(language, code))).toBe(inFence(language, expected));
});

it('does not apply a file name after the end of its fence', () => {
  const text = `${inFence('ts', '@@filename(main)\na')}\n\n${inFence('ts', 'a\n@@switch\nb')}`;
  expect(readable(text)).toContain('// JavaScript');
});

it('removes the mark in languages without such comments', () => {
  expect(readable(inFence('bash', '@@filename()\na'))).toBe(inFence('bash', '\na'));
});

it.each([
  ['in text', '@@filename(main)\n\n@@switch'],
  ['in a line', inFence('ts', 'a @@switch\n  @@switch\n@@switch b')],
  ['of other kinds', inFence('diff', '@@ -1 +1 @@\n@@other(a)')],
  ['behind fences', `${inFence('ts', 'a')}\n@@switch`],
])('leaves marks unchanged %s', (_name, text) => {
  expect(readable(text)).toBe(text);
});

it('takes linear time', () => {
  expect(pageOf(inFence('ts', '@@filename(\n'.repeat(50_000))).lines.count).toBe(50_003);
});
