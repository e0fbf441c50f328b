import { describe, expect, it } from 'vitest';
import { resolveLinks } from './links.ts';
import { scan } from './scan.ts';

function resolved(text: string): string {
  const lines = text.split('\n');
  resolveLinks(lines, scan(lines), (url) => (/^[a-z]+:/.test(url) ? url : `abs:${url}`));
  return lines.join('\n');
}

describe('links', () => {
  it.each([
    ['[a](b.md)', '[a](abs:b.md)'],
    ['![a](b.png)', '![a](abs:b.png)'],
    ['[a](b.md "Title (x)")', '[a](abs:b.md "Title (x)")'],
    ['[a](<b c.md>)', '[a](<abs:b c.md>)'],
    ['[a](b_(c).md)', '[a](abs:b_(c).md)'],
    ['[![i](i.png)](b.md)', '[![i](abs:i.png)](abs:b.md)'],
    ['[a\nb](c.md)', '[a\nb](abs:c.md)'],
    ['[a](https://x.y)', '[a](https://x.y)'],
    ['# [a](b.md)', '# [a](abs:b.md)'],
    ['- x\n  - [a](b.md)', '- x\n  - [a](abs:b.md)'],
    ['> [a](b.md)', '> [a](abs:b.md)'],
    ['| [a](b.md) |\n| --- |\n| [c](d.md) |', '| [a](abs:b.md) |\n| --- |\n| [c](abs:d.md) |'],
    ['<a href="b.md">x</a>', '<a href="abs:b.md">x</a>'],
    ["<p>\n<img src='i.png'>\n</p>", "<p>\n<img src='abs:i.png'>\n</p>"],
    // References, whose definition may stand in another item.
    ['[a][r]\n\n[r]: b.md', '[a](abs:b.md)\n\n[r]: b.md'],
    ['[R][]\n\n[r]: <b.md> "T"', '[R](abs:b.md)\n\n[r]: <b.md> "T"'],
    ['see [r]\n\n[r]: b.md', 'see [r](abs:b.md)\n\n[r]: b.md'],
    ['[a][x]', '[a][x]'],
    ['[ ] task, [x] done', '[ ] task, [x] done'],
    // What is no link.
    ['`[a](b.md)`', '`[a](b.md)`'],
    ['`` `[a](b.md)` ``', '`` `[a](b.md)` ``'],
    ['```md\n[a](b.md)\n```', '```md\n[a](b.md)\n```'],
    ['- x\n\n  ```md\n  [a](b.md)\n  ```', '- x\n\n  ```md\n  [a](b.md)\n  ```'],
    ['    [a](b.md)', '    [a](b.md)'],
    ['\\[a](b.md)', '\\[a](b.md)'],
    ['[a](b c.md)', '[a](b c.md)'],
    ['`<a href="b.md">`', '`<a href="b.md">`'],
  ])('%j become %j', (text, expected) => {
    expect(resolved(text)).toBe(expected);
  });

  it.each(['[a](', '[a](b (', '[a][', '[', ']', '![', '`', '[a](<b', '<a href="', '[a]: b '])(
    'of %j, many times over, take no long time and lose nothing',
    (unit) => {
      const text = unit.repeat(100_000);
      expect(resolved(text)).toHaveLength(text.length);
    },
    5_000,
  );
});
