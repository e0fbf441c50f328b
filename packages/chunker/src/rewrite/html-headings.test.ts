import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('HTML headings', () => {
  it.each([
    ['is alone in its block', '<h1 align="center">A</h1>\n\nb', '# A\n\nb'],
    [
      'contains code and a link',
      '<h3><code>&lt;T&gt;</code> <a href="x">y</a></h3>\n\nb',
      '### <code>&lt;T&gt;</code> <a href="x">y</a>\n\nb',
    ],
    ['contains a line break', '<h2>A<br/>b</h2>\n\nc', '## A b\n\nc'],
    ['spans several lines', '<h2>\n  <br>\n  A\n  b\n</h2>\n\nc', '## A b\n\nc'],
    ['contains an anchor and a comment', '<h2><a name="x"></a>A<!-- b --></h2>\n\nc', '## A\n\nc'],
    ['has the ID that Markdown would generate', '<h2 id="a-b">A b</h2>\n\nc', '## A b\n\nc'],
    ['has another ID', '<h2 class="x" id="own">A b</h2>\n\nc', '## A b\n\nc'],
    ['is indented', 'a\n\n  <h2>A</h2>\n\nb', 'a\n\n## A\n\nb'],
    ['is written in capitals', '<H2>A</H2>\n\nb', '## A\n\nb'],
  ])('converts an HTML heading to a Markdown heading if it %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['has no text', '<h1 align="center">![](a.png)</h1>\n\nb'],
    ['is computed', '<h1>{title}</h1>\n\nb'],
    ['is followed by other content in its block', '<h1>A</h1>\n<dl>b</dl>\n\nc'],
    ['is in code', '```html\n<h1>A</h1>\n```'],
    ['is within a line of text', 'a <h1>A</h1>'],
  ])('leaves an HTML heading unchanged if it %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it.each([
    [
      'is in a table',
      '<table><tr><td>\n\n<h3>A</h3>\n\n</td></tr></table>\n\nb',
      '<table><tr><td>\n\n**A**\n\n</td></tr></table>\n\nb',
    ],
    [
      'is in a quotation',
      '<blockquote>\n\n<h3>A</h3>\n\nb\n\n</blockquote>',
      '<blockquote>\n\n**A**\n\nb\n\n</blockquote>',
    ],
    ['is followed by another one', '<h2>A</h2><h2>B</h2>\n<h3>C</h3>\n\nd', '**A** **B**\n**C**\n\nd'],
    ['is below the title', '# T\n\n<h1>A</h1>\n<h2>B</h2>\n\nc', '# T\n\n**A**\n**B**\n\nc'],
    ['is below another title', '<h1>A</h1>\n<h1>B</h1>\n<h1>C</h1>\n\nd', '<h1>A</h1>\n**B**\n**C**\n\nd'],
  ])('makes an HTML heading bold if it %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it('turns an HTML heading into a section with its own anchor', () => {
    const text = `# T\n\n${'Own words. '.repeat(99)}\n\n<h2 id="own">A b</h2>\n\n${'Some words. '.repeat(250)}`;
    const { items } = chunk(
      { path: 'docs/t.md', text },
      { address: { siteUrl: 'https://docs.example.com', root: 'docs' } },
    );
    expect(items.map(({ key, title }) => [key, title])).toEqual([
      ['docs/t.md#', 'T'],
      ['docs/t.md#a-b', 'T › A b'],
    ]);
    expect(items[1]?.content).toMatch(/^T › A b\n\n## A b.*\nSource: https:\/\/docs\.example\.com\/t#own$/s);
  });

  it('includes an HTML heading in the lines of its item, even if the heading spans several', () => {
    const { items } = chunk({ path: 'docs/t.md', text: '# T\n\na\n\n<h2>\n  B\n</h2>\n' });
    expect(items).toEqual([{ key: 'docs/t.md#', title: 'T', content: 'T\n\n# T\n\na\n\nB', lines: [1, 7] }]);
  });

  it('ignores HTML headings in documents of other formats', () => {
    const listRawKeys = (path: string, text: string) => chunk({ path, text }).items.map(({ key }) => key);
    const words = 'Some words. '.repeat(250);
    expect(listRawKeys('a.rst', `T\n=\n\na\n\n.. raw:: html\n\n   <h1>B</h1>\n\n${words}`)).not.toContain('a.rst#b');
    expect(listRawKeys('a.adoc', `= T\n\na\n\n++++\n<h1>B</h1>\n++++\n\n${words}`)).not.toContain('a.adoc#b');
  });

  it('does not create an item for an HTML heading that is the page title', () => {
    const text = `<h1 align="center">Product</h1>\n\n## Reply\n\n${'Some words. '.repeat(250)}`;
    expect(chunk({ path: 'docs/Reply.md', text }).items.map(({ title }) => title)).toEqual(['Product › Reply']);
  });
});

describe('page title', () => {
  it.each([
    [
      'the text of an HTML heading of level 1 next to other content',
      '<div align="center">\n<img src="a.png">\n<h1>A <em>b</em></h1>\n<p>c</p>\n</div>\n\n## D\n\ne',
      'A b',
    ],
    [
      'the alternative text of an image in an HTML heading',
      '<h1 align="center">\n  <img alt="A" src="a.png">\n</h1>\n\n## B\n\nc',
      'A',
    ],
    ['not taken from an HTML heading below a Markdown heading', '## A\n\n## B\n\n<p>\n<h1>C</h1>\n</p>', 'page'],
    ['not taken from an HTML heading of another level', '<p>\n<h2>A</h2>\n</p>\n\ntext', 'page'],
  ])('the title of a page with an HTML heading is %s', (_name, text, expected) => {
    expect(createPage(text, { path: 'docs/page.md' }).title).toBe(expected);
  });

  it('finds the title of a page in linear time', () => {
    const text = `<div>${'<h1 '.repeat(100_000)}</div>\n\n${'<h2>\n\n'.repeat(20_000)}`;
    expect(createPage(text, { path: 'docs/page.md' }).title).toBe('page');
  });
});
