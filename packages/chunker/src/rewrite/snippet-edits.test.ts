import { describe, expect, it } from 'vitest';
import { readable } from '../page/markdown-page.fixture.ts';

describe('lines that include other files', () => {
  it.each([
    ['a file in VitePress', '<<< @/a/b.ts', 'Included: [@/a/b.ts](/a/b.ts)'],
    ['a path relative to the page', '<<< ../b.ts', 'Included: [../b.ts](../b.ts)'],
    ['lines with a language and a title', '<<< ./b.ts{1,3-4 ts:line-numbers} [B]', 'Included: [./b.ts](./b.ts) (B)'],
    ['a region', '<<< @/b.ts#here{2}', 'Included: [@/b.ts#here](/b.ts)'],
    ['a file in MkDocs', '--8<-- "a/b.md"', 'Included: [a/b.md](a/b.md)'],
    ['a path in single quotes after a longer mark', "----8<---- 'b.md'", 'Included: [b.md](b.md)'],
    ['a section', '--8<-- "b.md:here"', 'Included: [b.md:here](b.md)'],
    ['ranges of lines', '--8<-- "b.md:2:4,8:9"', 'Included: [b.md:2:4,8:9](b.md)'],
    ['a URL', '--8<-- "https://a.b/c.md"', 'Included: [https://a.b/c.md](https://a.b/c.md)'],
    ['code in DocFX', '[!code-csharp[A](~/../b/c.cs?name=d)]', 'Included: [A](~/../b/c.cs)'],
    ['code in DocFX without a label', 'a\n\n[!code-JSON [](./b.json)]', 'a\n\nIncluded: [./b.json](./b.json)'],
    ['a page in DocFX', '[!INCLUDE [a](../b.md)]', 'Included: [a](../b.md)'],
    ['an include in a list', '- a\n\n  <<< ./b.ts', '- a\n\n  Included: [./b.ts](./b.ts)'],
    [
      'includes on successive lines',
      '<<< ./a.ts\n<<< ./b.ts',
      'Included: [./a.ts](./a.ts)\nIncluded: [./b.ts](./b.ts)',
    ],
  ])('converts an include of another file to a link: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['text before it', 'a <<< b'],
    ['text after it', '<<< b c'],
    ['only the mark', '<<<'],
    ['a longer mark', '<<<< b'],
    ['a very long line', `<<< ${'b'.repeat(2_000)} c`],
    ['an escaping semicolon before it', ';--8<-- "b.md"'],
    ['a path without quotes', '--8<-- b.md'],
    ['code around it', '```\n<<< ./b.ts\n--8<-- "b.md"\n```\n\n`<<< ./b.ts`'],
  ])('does not recognize an include with %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});
