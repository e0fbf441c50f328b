import { expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

it.each([
  ['elements of layout', '<div align="center">\n\na\n\n</div>\n\nb', 'a\n\nb'],
  ['elements around code', '<div class="termy">\n\n```sh\na\n```\n\n</div>', '```sh\na\n```'],
  ['indented elements', '<div>\n    <p>a</p>\n      <p>b</p>\n</div>', 'a\nb'],
  ['elements within text', 'a <span class="x">b</span> <kbd>c</kbd>', 'a b c'],
  ['alternatives', 'the <span class="x">a</span><span class="y">b</span> API', 'the a b API'],
  ['emphasis', '<b>a</b> <em>b</em> <code>c</code>', '**a** *b* `c`'],
  ['icons without content', 'a <i class="fa-solid fa-x"></i>b', 'a b'],
  ['icons in headings', '## <i class="fa fa-x"></i> A <i class="b"></i>\n\nc', '## A\n\nc'],
  ['icons without an end tag in headings', '## A <i class="x" /> B\n\nc', '## A B\n\nc'],
  ['images', '<img src="a b.png" alt="A [b]" width="9">', '![A b](<a b.png>)'],
  ['badges', '<a href="https://a.b"><img src="https://img.shields.io/a.svg" alt="build"></a>', '[build](https://a.b)'],
  ['links', '<p><a class="x" href="https://a.b">c</a></p>', '[c](https://a.b)'],
  ['links with white space', '<div>\n  <a href="https://a.b">\n    c\n  </a>\n</div>', '[c](https://a.b)'],
  [
    'a file tree',
    '<div class="file-tree">\n<div class="item">a</div>\n<div class="children">\n  <div class="item">b</div>\n</div>\n</div>',
    '- a\n\n  - b',
  ],
  [
    'lists',
    '<div>\n<ul>\n  <li>a\n    <ol>\n    <li>b</li><li>c</li>\n    </ol>\n  </li>\n</ul>\n</div>',
    '- a\n\n  - b\n  - c',
  ],
  ['line breaks at the end of a line', '- **a** <br/>\n  b<br>c\n\nd.<br>', '- **a**\n  b<br>c\n\nd.'],
  [
    'an embedded page without spaces between attributes',
    '<iframe class="x"src="https://a.b/c"title="C"></iframe>',
    '[C](https://a.b/c)',
  ],
  ['lists in tables', '| a |\n| --- |\n| b:<ul><li>c</li><li>d</li></ul> |', '| a |\n| --- |\n| b:<br>- c<br>- d |'],
  ['headings in other elements', '<div>\n<h5 class="x">a</h5>\nb\n</div>', '**a**\nb'],
  [
    'elements in headings',
    '## 1.2 <small>May 3</small> <img src="a.png" alt="b">\n\nc',
    '## 1.2 May 3 ![b](a.png)\n\nc',
  ],
  ['anchors', '## A <a href="#b" id="b"></a>\n\n<a id="c"> &nbsp; </a>\n\nd', '## A\n\nd'],
  [
    'embedded pages',
    '<iframe width="9" src="https://a.b/c" title="A video" allowfullscreen></iframe>',
    '[A video](https://a.b/c)',
  ],
  ['pictures', '<picture><source srcset="a.png"><img src="b.png"></picture>', '![](b.png)'],
  ['a disclosure', '<details>\n<summary>A</summary>\n\nb\n\n</details>', '**A**\n\nb'],
  [
    'a disclosure in a list',
    '- a\n  <details>\n    <summary>B</summary>\n\n    c\n  </details>',
    '- a\n\n    **B**\n\n    c',
  ],
])('replaces HTML in Markdown with its text: %s', (_name, text, expected) => {
  expect(readable(text)).toBe(expected);
});

it.each([
  ['emphasis and anchors in headings', '## <i>A</i> <i id="b"></i> <em>c</em>\n\nd'],
  ['placeholders', 'Run `a` with <source> and <label>'],
  ['code', '`<div>a</div>`\n\n```html\n<div>a</div>\n```'],
  ['preformatted text', '<pre class="x">\n<span>a</span>\n</pre> b'],
  ['emphasis that contains marks', '<b>a *b*</b> <code>a &lt; b</code>'],
  ['tables with merged cells', '<table>\n<tr><td rowspan="2">a</td><td>b</td></tr>\n<tr><td>c</td></tr>\n</table>'],
  ['subscripts', 'H<sub>2</sub>O'],
])('leaves %s unchanged', (_name, text) => {
  expect(readable(text)).toBe(text);
});

it('keeps the content of a disclosure together', () => {
  const page = createPage('<details>\n<summary>A</summary>\n\nb\n\nc\n\n</details>\n\nd');
  expect(page.containers).toContainEqual([0, 8]);
});

it('keeps the title and the anchor of a heading with an icon', () => {
  const text = `# T\n\n## <i class="fa-solid fa-rocket"></i> Upgrade now\n\n${'Some words. '.repeat(250)}`;
  const { items } = chunk({ path: 'docs/t.md', text });
  expect(items.map(({ key, title }) => [key, title])).toEqual([['docs/t.md#upgrade-now', 'T › Upgrade now']]);
  expect(items[0]?.content).toContain('\n\n## Upgrade now\n\n');
});
