import { expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

it.each([
  [
    'a table of several lines',
    '<table>\n<thead>\n<tr><th>A</th><th>B</th></tr>\n</thead>\n<tr>\n<td><code>c</code></td>\n<td>d<br>e | f</td>\n</tr>\n</table>',
    '| A | B |\n| --- | --- |\n| `c` | d<br>e \\| f |',
  ],
  [
    'a table on one line',
    '<table><tr><td><b>a</b></td><td><a href="https://b.c">d</a></td></tr><tr><td><ul><li>e</li><li>f</li></ul></td><td></td></tr></table>',
    '| **a** | [d](https://b.c) |\n| --- | --- |\n| - e<br>- f | |',
  ],
  [
    'cards',
    '<table data-view="cards"><thead><tr><th></th><th data-hidden></th></tr></thead><tbody><tr><td><h4>A</h4>b</td><td><a href="https://c.d">c.md</a></td></tr></tbody></table>\n\ne',
    '- **A** b [c.md](https://c.d)\n\ne',
  ],
])('turns tables of HTML elements into Markdown: %s', (_name, text, expected) => {
  expect(readable(text)).toBe(expected);
});

it('keeps the lines of the text below a table', () => {
  const page = createPage('<table>\n<tr><td>a</td></tr>\n\n</table>\n\n## B');
  expect(page.lines.count).toBe(createPage('a\nb\n\nc\n\n## B').lines.count);
});
