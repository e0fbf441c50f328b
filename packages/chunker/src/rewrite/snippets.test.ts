import { describe, expect, it } from 'vitest';
import { readable } from '../page/page.fixture.ts';

describe('an include of another file becomes a link', () => {
  it.each([
    ['of VitePress', '<<< @/a/b.ts', 'Included: [@/a/b.ts](/a/b.ts)'],
    ['beside the page', '<<< ../b.ts', 'Included: [../b.ts](../b.ts)'],
    [
      'of some lines, with a language and a title',
      '<<< ./b.ts{1,3-4 ts:line-numbers} [B]',
      'Included: [./b.ts](./b.ts) (B)',
    ],
    ['of a region', '<<< @/b.ts#here{2}', 'Included: [@/b.ts#here](/b.ts)'],
    ['of MkDocs', '--8<-- "a/b.md"', 'Included: [a/b.md](a/b.md)'],
    ['in single quotes, by a long mark', "----8<---- 'b.md'", 'Included: [b.md](b.md)'],
    ['of a section', '--8<-- "b.md:here"', 'Included: [b.md:here](b.md)'],
    ['from line to line', '--8<-- "b.md:2:4,8:9"', 'Included: [b.md:2:4,8:9](b.md)'],
    ['from the web', '--8<-- "https://a.b/c.md"', 'Included: [https://a.b/c.md](https://a.b/c.md)'],
    ['in a list', '- a\n\n  <<< ./b.ts', '- a\n\n  Included: [./b.ts](./b.ts)'],
    ['one below the other', '<<< ./a.ts\n<<< ./b.ts', 'Included: [./a.ts](./a.ts)\nIncluded: [./b.ts](./b.ts)'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['text before it', 'a <<< b'],
    ['text behind it', '<<< b c'],
    ['the mark alone', '<<<'],
    ['a mark of more', '<<<< b'],
    ['a very long line', `<<< ${'b'.repeat(2_000)} c`],
    ['a semicolon before it', ';--8<-- "b.md"'],
    ['no quotes', '--8<-- b.md'],
    ['code', '```\n<<< ./b.ts\n--8<-- "b.md"\n```\n\n`<<< ./b.ts`'],
  ])('but not with %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});
