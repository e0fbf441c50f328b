import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { readable } from '../page/markdown-page.fixture.ts';

const BADGE = 'https://github.com/o/r/actions/workflows/build_uno.yml/badge.svg';

describe('badges', () => {
  it.each([
    [
      'a badge in a link',
      `[![uno](${BADGE})](https://github.com/o/r/actions)`,
      '[uno](https://github.com/o/r/actions)',
    ],
    ['a badge of a service', 'A ![PyPI](https://img.shields.io/pypi/v/requests.svg?maxAge=86400) b', 'A PyPI b'],
    ['a badge with a title', `![uno](${BADGE} "State") b`, 'uno b'],
    ['several badges', `![a](${BADGE}) ![b](${BADGE})`, 'a b'],
  ])('turns %s into its alternative text', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['an image that is not a badge', '![Newton](https://example.org/newton.jpg)'],
    ['a badge without an alternative text', `![](${BADGE})`],
    ['a badge in code', `\`![uno](${BADGE})\``],
  ])('%s stays unchanged when badges are converted', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('a part that begins with badges is named after the texts of the badges', () => {
    const row = Array.from({ length: 8 }, (_, index) => `[![board${index}](${BADGE})](https://github.com/o/r)`).join(
      ' ',
    );
    const text = `# T\n\n${'Own words. '.repeat(240)}\n\n**Boards:** ${row}\n\n${'Other words. '.repeat(200)}`;
    const titles = chunk({ path: 'docs/t.md', text }).items.map(({ title }) => title);
    expect(titles.join()).not.toContain('![');
    expect(titles.some((title) => title.startsWith('T · Boards: board0 board1'))).toBe(true);
  });
});
