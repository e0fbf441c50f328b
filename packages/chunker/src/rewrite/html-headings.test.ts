import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('a heading written as an HTML element', () => {
  it.each([
    ['alone', '<h1 align="center">A</h1>\n\nb', '# A\n\nb'],
    [
      'with code and a link',
      '<h3><code>&lt;T&gt;</code> <a href="x">y</a></h3>\n\nb',
      '### <code>&lt;T&gt;</code> <a href="x">y</a>\n\nb',
    ],
    ['with a line break', '<h2>A<br/>b</h2>\n\nc', '## A b\n\nc'],
    ['over several lines', '<h2>\n  <br>\n  A\n  b\n</h2>\n\nc', '## A b\n\nc'],
    ['with an anchor and a comment', '<h2><a name="x"></a>A<!-- b --></h2>\n\nc', '## A\n\nc'],
    ['with the id that it would have anyway', '<h2 id="a-b">A b</h2>\n\nc', '## A b\n\nc'],
    ['with another id', '<h2 class="x" id="own">A b</h2>\n\nc', '## A b\n\nc'],
    ['indented', 'a\n\n  <h2>A</h2>\n\nb', 'a\n\n## A\n\nb'],
    ['in capitals', '<H2>A</H2>\n\nb', '## A\n\nb'],
  ])('becomes a Markdown heading: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['without text', '<h1 align="center"><img src="a.png"></h1>\n\nb'],
    ['that is computed', '<h1>{title}</h1>\n\nb'],
    ['with more beside it', '<h1>A</h1>\n<p>b</p>\n\nc'],
    ['in code', '```html\n<h1>A</h1>\n```'],
    ['in a line of text', 'a <h1>A</h1>'],
    ['in a table', '<table><tr><td>\n\n<h3>A</h3>\n\n</td></tr></table>\n\nb'],
    ['in what opens', '<details>\n\n<h3>A</h3>\n\nb\n\n</details>'],
    ['two of them', '<h2>A</h2><h2>B</h2>\n\nc'],
  ])('stays unchanged: %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('is a section with its own anchor', () => {
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

  it('is included in the lines of its item, even if it spans several', () => {
    const { items } = chunk({ path: 'docs/t.md', text: '# T\n\na\n\n<h2>\n  B\n</h2>\n' });
    expect(items).toEqual([{ key: 'docs/t.md#', title: 'T', content: 'T\n\n# T\n\na\n\nB', lines: [1, 7] }]);
  });

  it('is ignored in documents of other formats', () => {
    const raw = (path: string, text: string) => chunk({ path, text }).items.map(({ key }) => key);
    const words = 'Some words. '.repeat(250);
    expect(raw('a.rst', `T\n=\n\na\n\n.. raw:: html\n\n   <h1>B</h1>\n\n${words}`)).not.toContain('a.rst#b');
    expect(raw('a.adoc', `= T\n\na\n\n++++\n<h1>B</h1>\n++++\n\n${words}`)).not.toContain('a.adoc#b');
  });

  it('gives no item of its own if it names the page', () => {
    const text = `<h1 align="center">Product</h1>\n\n## Reply\n\n${'Some words. '.repeat(250)}`;
    expect(chunk({ path: 'docs/Reply.md', text }).items.map(({ title }) => title)).toEqual(['Product › Reply']);
  });
});

describe('the title of a page', () => {
  it.each([
    [
      'in HTML with more beside it',
      '<div align="center">\n<img src="a.png">\n<h1>A <em>b</em></h1>\n<p>c</p>\n</div>\n\n## D\n\ne',
      'A b',
    ],
    ['in an image', '<h1 align="center">\n  <img alt="A" src="a.png">\n</h1>\n\n## B\n\nc', 'A'],
    ['not in what stands below a heading', '## A\n\n## B\n\n<p>\n<h1>C</h1>\n</p>', 'page'],
    ['not in a heading of another level', '<p>\n<h2>A</h2>\n</p>\n\ntext', 'page'],
  ])('is %s', (_name, text, expected) => {
    expect(pageOf(text, { path: 'docs/page.md' }).title).toBe(expected);
  });

  it('is found in linear time', () => {
    const text = `<div>${'<h1 '.repeat(100_000)}</div>\n\n${'<h2>\n\n'.repeat(20_000)}`;
    expect(pageOf(text, { path: 'docs/page.md' }).title).toBe('page');
  });
});
