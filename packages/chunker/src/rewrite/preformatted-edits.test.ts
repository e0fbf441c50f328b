import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';
import { FENCE } from '../scan/scanned-blocks.ts';

describe('preformatted HTML', () => {
  it.each([
    ['has lines of its own', '<pre>\na\n  b\n</pre>\n\nc', '```\na\n  b\n```\n\nc'],
    ['shares its lines with the tags', '<pre>a\nb</pre>\n\nc', '```\na\nb\n```\n\nc'],
    ['has a language', "<pre class='language-text'><code class='language-text'>\na\n</code></pre>", '```text\na\n```'],
    ['is colored', '<pre>\n<b style="color:red">C2</b> <span>✖</span>\n</pre>', '```\nC2 ✖\n```'],
    ['contains character references', '<pre>\nif a &lt; b &#38;&amp; c\n</pre>', '```\nif a < b && c\n```'],
    ['contains a fence', '<pre>\n```\na\n```\n</pre>', '````\n```\na\n```\n````'],
    ['contains blank lines', '<pre>\na\n\nb\n</pre>', '```\na\n\nb\n```'],
  ])('converts a pre element to a fence if it %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
    expect(createPage(text).blocks.kinds[0]).toBe(FENCE);
  });

  it('converts a pre element with blank lines in MDX', () => {
    const text = 'a\n\n<pre class="x"><code class="language-text">\nb ━━\n\n  <b>c</b>\n  \n</code></pre>\n\nd';
    expect(readable(text, { mdx: true })).toBe('a\n\n```text\nb ━━\n\n  c\n\n```\n\nd');
  });

  it('leaves code that a pre element of MDX computes unchanged', () => {
    expect(readable('<pre>{`\na\n\nb`}</pre>', { mdx: true })).not.toContain('```');
  });

  it.each([
    ['is followed by other content in its block', '<pre>a</pre> <p>b</p>'],
    ['is in code', '```html\n<pre>a</pre>\n```'],
    ['is never closed', '<pre>\na'],
    ['has no text', '<pre></pre>\n\nb'],
  ])('leaves a pre element unchanged if it %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});
