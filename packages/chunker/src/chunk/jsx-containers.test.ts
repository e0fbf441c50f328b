import { describe, expect, it } from 'vitest';
import { pageOf } from '../page/page.fixture.ts';
import { jsxContainers } from './jsx-containers.ts';

/** First and last line of every element, counted from 1. */
function found(lines: readonly string[], mdx = true): (readonly [number, number])[] {
  const page = pageOf(lines.join('\n'), { mdx });
  return jsxContainers(page, 0, page.blocks.kinds.length).map(([from, to]) => [from + 1, to]);
}

describe('JSX elements that span several blocks', () => {
  it.each<[name: string, lines: readonly string[], expected: (readonly [number, number])[]]>([
    ['one', ['<x-tabs a>', '', 'a', '', '</x-tabs>'], [[1, 5]]],
    [
      'nested, the inner first',
      ['<x-tabs a>', '', '<x-tab a>', '', 'a', '', '</x-tab>', '', '</x-tabs>'],
      [
        [3, 7],
        [1, 9],
      ],
    ],
    [
      'side by side',
      ['<x-a b>', '', 'a', '', '</x-a>', '', '<x-a b>', '', 'b', '', '</x-a>'],
      [
        [1, 5],
        [7, 11],
      ],
    ],
    ['with props over lines', ['<x-tabs', '  items={["a"]}', '>', '', 'a', '', '</x-tabs>'], [[1, 7]]],
    ['whose parts are named', ['<x-tabs.tab a>', '', 'a', '', '</x-tabs.tab>'], [[1, 5]]],
    ['closed at the end of a paragraph', ['<x-tabs a>', '', 'a', '</x-tabs>'], [[1, 4]]],
    ['closed in another order', ['<x-a b>', '', '<x-b a>', '', '</x-a>', '', '</x-b>'], [[1, 5]]],
    ['closed by themselves', ['<A />', '', 'a', '', '<B>b</B>'], []],
    ['never opened', ['</A>', '', 'a', '', '</A>'], []],
    ['never closed', ['<A b>', '', 'a'], []],
    ['in code', ['```', '<A>', '```', '', 'a', '', '```', '</A>', '```'], []],
  ])('%s', (_name, lines, expected) => {
    expect(found(lines)).toEqual(expected);
  });

  it('are found in HTML as well', () => {
    expect(found(['<details>', '<summary>s</summary>', '', 'a', '', '</details>'], false)).toEqual([[1, 6]]);
  });
});
