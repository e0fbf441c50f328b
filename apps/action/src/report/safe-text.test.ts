import { describe, expect, it } from 'vitest';
import { code, logLine } from './safe-text.ts';

describe('a line of the log', () => {
  it.each([
    '::error::boo',
    '  ::set-output name=a::b',
    'ok\n::add-mask::a',
    'ok\r\n::stop-commands::x',
    '##[error]boo',
    'ok ##[command]',
    '\u001b[31mred',
  ])('%j is no command and one line', (text) => {
    const line = logLine(text);
    expect(line).not.toMatch(/^\s*::/);
    expect(line).not.toContain('##[');
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  it('leaves ordinary text as it is', () => {
    expect(logLine('create: Errors › Rate limits (docs/errors.md)')).toBe(
      'create: Errors › Rate limits (docs/errors.md)',
    );
  });
});

describe('text in a summary', () => {
  it.each([
    '<script>',
    '`x`',
    'a | b',
    '@octocat',
    '#1',
    'https://evil.example',
    '![x](y)',
    '-->',
    '**b**',
    'a\n\n# b',
    '\u202etxt',
  ])('%j has no effect', (text) => {
    const inner = code(text).slice('<code>'.length, -'</code>'.length);
    expect(inner).not.toMatch(/[^\p{L}\p{M}\p{N} &#;-]/u);
    expect(inner.replaceAll(/&#\d+;/g, '')).not.toMatch(/[&#;]/);
  });

  it('is shortened', () => {
    expect(code('x'.repeat(500)).length).toBeLessThan(230);
  });
});
