import { describe, expect, it } from 'vitest';
import { createPage } from '../page/markdown-page.fixture.ts';
import { findJsxContainers } from './jsx-containers.ts';

/** Returns the first and last line of every element, counted from 1. */
function findContainersIn(lines: readonly string[], mdx = true): (readonly [number, number])[] {
  const page = createPage(lines.join('\n'), { mdx });
  return findJsxContainers(page, 0, page.blocks.kinds.length).map(([from, to]) => [from + 1, to]);
}

describe('JSX elements that span several blocks', () => {
  it.each<[name: string, lines: readonly string[], expected: (readonly [number, number])[]]>([
    ['are found with their first and last lines', ['<x-tabs a>', '', 'a', '', '</x-tabs>'], [[1, 5]]],
    [
      'are found when nested, the inner first',
      ['<x-tabs a>', '', '<x-tab a>', '', 'a', '', '</x-tab>', '', '</x-tabs>'],
      [
        [3, 7],
        [1, 9],
      ],
    ],
    [
      'are found next to each other',
      ['<x-a b>', '', 'a', '', '</x-a>', '', '<x-a b>', '', 'b', '', '</x-a>'],
      [
        [1, 5],
        [7, 11],
      ],
    ],
    [
      'are found if their props span several lines',
      ['<x-tabs', '  items={["a"]}', '>', '', 'a', '', '</x-tabs>'],
      [[1, 7]],
    ],
    ['are found if their name contains a dot', ['<x-tabs.tab a>', '', 'a', '', '</x-tabs.tab>'], [[1, 5]]],
    ['are found if the closing tag ends a paragraph', ['<x-tabs a>', '', 'a', '</x-tabs>'], [[1, 4]]],
    [
      'are matched by name if closing tags are in the wrong order',
      ['<x-a b>', '', '<x-b a>', '', '</x-a>', '', '</x-b>'],
      [[1, 5]],
    ],
    ['are not found if they close on the same line', ['<A />', '', 'a', '', '<B>b</B>'], []],
    ['are not found without an opening tag', ['</A>', '', 'a', '', '</A>'], []],
    ['are not found without a closing tag', ['<A b>', '', 'a'], []],
    ['are not found in code', ['```', '<A>', '```', '', 'a', '', '```', '</A>', '```'], []],
  ])('JSX elements over several blocks %s', (_name, lines, expected) => {
    expect(findContainersIn(lines)).toEqual(expected);
  });

  it('finds HTML elements that span several blocks in Markdown', () => {
    expect(findContainersIn(['<dl>', '<dt>s</dt>', '', 'a', '', '</dl>'], false)).toEqual([[1, 6]]);
  });
});
