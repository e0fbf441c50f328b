import { describe, expect, it } from 'vitest';
import { findViolations, toHtml } from '../gfm.fixture.ts';
import { PAYLOADS } from '../payloads.fixture.ts';
import { formatMarkdownText } from './markdown-text.ts';
import { formatInlineCode, toLogLine } from './safe-text.ts';
import { toVisibleLine } from './visible-text.ts';

/** Returns the visible text of inline code. */
function render(markdown: string): string {
  return toHtml(markdown)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|amp|quot);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? '')
    .trim();
}

describe('toLogLine', () => {
  it.each(PAYLOADS.map((text) => [text.slice(0, 60), text]))(
    'toLogLine formats %j as one line that is not a runner command',
    (_name, text) => {
      const line = toLogLine(text);
      expect(line).not.toMatch(/^\s*::/u);
      expect(line).not.toContain('##[');
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(line.isWellFormed()).toBe(true);
    },
  );

  it('toLogLine does not change ordinary text', () => {
    const text = 'create: Errors › Rate limits (docs/errors.md), 日本語 العربية 👩‍💻';
    expect(toLogLine(text)).toBe(text);
  });

  it('toLogLine replaces invisible characters with their code points', () => {
    expect(toLogLine('a\u202eb\u200bc')).toBe('a[U+202E]b[U+200B]c');
  });
});

describe('inlineCode', () => {
  it.each(PAYLOADS.filter((text) => text.length < 200 && text.trim() !== '').map((text) => [text]))(
    'inlineCode renders the visible text of %j unchanged',
    (text) => {
      const shownText = toVisibleLine(text)
        .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
        .trim();
      expect(
        render(`x ${formatInlineCode(text)} x`)
          .slice(1, -1)
          .trim()
          .replaceAll(/[\ufffe\uffff]/g, '\ufffd'),
      ).toBe(shownText);
    },
  );

  it('inlineCode truncates a long text between characters', () => {
    expect(formatInlineCode('x'.repeat(500), 20)).toBe(`<code>${'x'.repeat(19)}&#8230;</code>`);
    expect(formatInlineCode('👩'.repeat(50), 20).isWellFormed()).toBe(true);
  });

  it('inlineCode keeps paths readable in the Markdown source', () => {
    expect(formatInlineCode('docs/guides/rate-limits.md')).toBe('<code>docs/guides/rate-limits.md</code>');
  });
});

describe('formatMarkdownText', () => {
  it.each([
    ['it is a symbolic link', 'it is a symbolic link'],
    ['it is over 5 MiB', 'it is over 5 MiB'],
    ['its front matter sets "context: false"', 'its front matter sets "context: false"'],
    ["the project's slug is wrong; see (the) docs.", "the project's slug is wrong; see (the) docs."],
    ['see docs/a.md and #12.', 'see <code>docs/a.md</code> and <code>&#35;12</code>.'],
    ['answered (request a_b): no', 'answered (request <code>a&#95;b</code>): no'],
    ['it says "@x" there', 'it says "<code><wbr>&#64;x</code>" there'],
    ['a_b *c* together', '<code>a&#95;b &#42;c&#42;</code> together'],
    ['commit deadbeef1', 'commit <code>deadbeef1</code>'],
    ['ask @octocat', 'ask <code><wbr>&#64;octocat</code>'],
  ])('formatMarkdownText formats the sentence %j as safe Markdown', (text, markdown) => {
    expect(formatMarkdownText(text)).toBe(markdown);
    expect(findViolations(`Why: ${formatMarkdownText(text)}\n`)).toEqual([]);
  });

  it('formatMarkdownText truncates long sentences', () => {
    expect(formatMarkdownText('word '.repeat(200), 50).length).toBeLessThan(60);
  });
});
