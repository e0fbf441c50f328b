import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

const target = (url: string) => (/^[a-z]+:/.test(url) ? url : `abs:${url}`);

describe('links', () => {
  it.each([
    ['[a](b.md)', '[a](abs:b.md)'],
    ['![a](b.png)', '![a](abs:b.png)'],
    ['[a](b.md "Title (x)")', '[a](abs:b.md "Title (x)")'],
    ["[a]( b.md 'Title' )", "[a]( abs:b.md 'Title' )"],
    ['[a](<b c.md>)', '[a](<abs:b c.md>)'],
    ['[a](b_(c).md)', '[a](abs:b_(c).md)'],
    ['[![i](i.png)](b.md)', '[![i](abs:i.png)](abs:b.md)'],
    ['[a\nb](c.md)', '[a\nb](abs:c.md)'],
    ['[a](https://x.y)', '[a](https://x.y)'],
    ['[a](https://x.y) [b](c.md)', '[a](https://x.y) [b](abs:c.md)'],
    ['# [a](b.md)\n\nx', '# [a](abs:b.md)\n\nx'],
    ['- x\n  - [a](b.md)', '- x\n  - [a](abs:b.md)'],
    ['> [a](b.md)', '> [a](abs:b.md)'],
    ['| [a](b.md) |\n| --- |\n| [c](d.md) |', '| [a](abs:b.md) |\n| --- |\n| [c](abs:d.md) |'],
    ['<a href="b.md">x</a>', '[x](abs:b.md)'],
    ['<a href="b.md" />', '<a href="abs:b.md" />'],
    ["<p>\n<img src='i.png'>\n</p>", '![](abs:i.png)'],
    ["<pre>\n<img src='i.png'>\n</pre> a", "<pre>\n<img src='abs:i.png'>\n</pre> a"],
    ['`x` <a href="b.md">y</a> `z`', '`x` [y](abs:b.md) `z`'],
    ['`a` [b](c.md) `[d](e.md)` [f](g.md)', '`a` [b](abs:c.md) `[d](e.md)` [f](abs:g.md)'],
    // The following texts contain no link.
    ['[ ] task, [x] done', '[ ] task, [x] done'],
    ['`[a](b.md)`', '`[a](b.md)`'],
    ['`` `[a](b.md)` ``', '`` `[a](b.md)` ``'],
    ['```md\n[a](b.md)\n```', '```md\n[a](b.md)\n```'],
    ['- x\n\n  ```md\n  [a](b.md)\n  ```', '- x\n\n  ```md\n  [a](b.md)\n  ```'],
    ['a\n\n    [a](b.md)', 'a\n\n    [a](b.md)'],
    ['\\[a](b.md)', '\\[a](b.md)'],
    ['[a](b c.md)', '[a](b c.md)'],
    ['`<a href="b.md">`', '`<a href="b.md">`'],
    ['<a :href="b.md" v-bind:src="c">x</a>', '<a :href="b.md" v-bind:src="c">x</a>'],
  ])('converts the links in %j to %j', (text, expected) => {
    expect(readable(text, { target })).toBe(expected);
  });
});

// The definition may be in another item, so references get its URL, and definitions are removed.
describe('link references', () => {
  it.each([
    ['[a][r]\n\n[r]: b.md', '[a](abs:b.md)'],
    ['[R][]\n\n[r]: <b.md> "T"', '[R](abs:b.md)'],
    [
      '[`re.Pattern`][], [`f()`][shop.f], [`str`][str] and [time][datetime.time]',
      '`re.Pattern`, `f()`, `str` and time',
    ],
    ['- [`a.b`][]\n\n`[x][y.z]`', '- `a.b`\n\n`[x][y.z]`'],
    ['[a][b] and [`c`] [d]', '[a][b] and [`c`] [d]'],
    ['see [r]\n\n[r]: b.md', 'see [r](abs:b.md)'],
    ['[a\nb][ R  s ]\n\n[r S]: b.md', '[a\nb](abs:b.md)'],
    ['[a][r]\n\n[r]: <b c.md>', '[a](<abs:b c.md>)'],
    ['![a][r]\n\n[r]: b.png', '![a](abs:b.png)'],
    ['[![i][i]][r]\n\n[r]: b.md\n[i]: i.png', '[![i](abs:i.png)](abs:b.md)'],
    ['[r]: b.md\n[r]: c.md\n\n[r]', '[r](abs:b.md)'],
    ['[r]\n\n[r]:\nb.md', '[r](abs:b.md)'],
    ['[r] [s]\n\n[r]:\n  <b.md>\n  "Title"\n[s]: c.md\n(Title)', '[r](abs:b.md) [s](abs:c.md)'],
    ['[r]\n\n[r]:\nb.md <!-- ignore -->', '[r](abs:b.md)'],
    ['[r]\n\n[r]: b.md\n"Title" is text.', '[r](abs:b.md)\n\n"Title" is text.'],
    ['[r]: b.md\nText, see [r].', 'Text, see [r](abs:b.md).'],
    ['a\n\n[r]: b.md\n---\n\n[r]', 'a\n\n---\n\n[r](abs:b.md)'],
    ['- [r]\n\n[r]: b.md', '- [r](abs:b.md)'],
    ['See [a][r]: it says [r]: this.\n\n[r]: b.md', 'See [a](abs:b.md): it says [r](abs:b.md): this.'],
    ['[a][r]:\n\n[r]: b.md', '[a](abs:b.md):'],
    ['[r]\n\n- a\n\n  [r]: b.md\n- c', '[r](abs:b.md)\n\n- a\n\n- c'],
    ['- [`x`][plugin.x], [r]\n\n  [r]: b.md', '- `x`, [r](abs:b.md)'],
    ['[r]\n\n> a\n>\n> [r]: b.md "T"', '[r](abs:b.md)\n\n> a\n>\n>'],
    ['- [r]: b.md\n\n[r]', '- [r]: b.md\n\n[r](abs:b.md)'],
    ['| [r] |\n| --- |\n\n[r]: b.md', '| [r](abs:b.md) |\n| --- |'],
    ['[a](c.md) [r]\n\n[r]: https://b.c', '[a](abs:c.md) [r](https://b.c)'],
    // The following texts stay unchanged.
    ['[a][x]\n\n[r]: b.md', '[a][x]'],
    ['`[r]`\n\n[r]: b.md', '`[r]`'],
    ['```\n[r]\n\n[r]: b.md\n```', '```\n[r]\n\n[r]: b.md\n```'],
    ['[r]: b c d', '[r]: b c d'],
    ['[r]\n\n- `[r]: b.md`\n- a [r]: b.md', '[r]\n\n- `[r]: b.md`\n- a [r]: b.md'],
    ['[r]\n\n- a\n\n  ```\n  [r]: b.md\n  ```', '[r]\n\n- a\n\n  ```\n  [r]: b.md\n  ```'],
    ['[r]:\nb c', '[r]:\nb c'],
    ['[r]:\n\nb', '[r]:\n\nb'],
    ['[r]:\n***\nb', '[r]:\n***\nb'],
    ['[r]:\n<dl>b</dl>', '[r]:\n<dl>b</dl>'],
    ['a\n[r]: b.md\n\n[r]', 'a\n[r]: b.md\n\n[r]'],
    [
      'a[^1] b[^n]\n\n[^1]: The note.\n[^n]: See [c](d.md).',
      'a[^1] b[^n]\n\n[^1]: The note.\n[^n]: See [c](abs:d.md).',
    ],
    ['# [r] [a][r]\n\na\n\n[r]: b.md', '# [r](abs:b.md) [a](abs:b.md)\n\na'],
  ])('converts the references in %j to %j', (text, expected) => {
    expect(readable(text, { target })).toBe(expected);
  });

  it('resolves references even if other links are not resolved', () => {
    expect(readable('[a][r] [c](d.md)\n\n[r]: b.md')).toBe('[a](b.md) [c](d.md)');
  });
});

describe('text with many link marks', () => {
  it.each([
    '[a](',
    '[a](b (',
    '[a][',
    '[',
    ']',
    '![',
    '`a ',
    '[a](<b',
    '<a href="',
    '[a]: b ',
    '[a]:',
    '- [a]: ',
    '[[a]',
    '[!',
    '\\[',
    '](b',
  ])('keeps the text of many link marks: %j', (unit) => {
    const text = unit.repeat(selectByTier(10_000, 100_000));
    expect(createPage(text, { target }).lines.text).toHaveLength(text.length);
  });

  it('resolves many references with many definitions', () => {
    const count = 5_000;
    const numbers = Array.from({ length: count }, (_, at) => at);
    const text = `${numbers.map((at) => `[a][r${at}]`).join('\n')}\n\n${numbers.map((at) => `[r${at}]: b${at}.md`).join('\n')}`;
    expect(readable(text, { target })).toBe(numbers.map((at) => `[a](abs:b${at}.md)`).join('\n'));
  });
});
