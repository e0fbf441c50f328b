import { describe, expect, it } from 'vitest';
import { readable } from '../page/page.fixture.ts';

describe('attribute lists', () => {
  it.each([
    ['behind a link', '[a](https://b.c){ .md-button target="_blank" } d', '[a](https://b.c) d'],
    ['behind an image', '![a](https://b.c){ width="300" }', '![a](https://b.c)'],
    ['behind emphasis', '*a*{: .b } c', '*a* c'],
    ['on a line of their own', 'a\n{.display-6}', 'a'],
    ['behind an icon, which goes too', ':material-plus:{ .lg } a', 'a'],
  ])('%s are removed', (_name, text, expected) => {
    expect(readable(text).trim()).toBe(expected);
  });

  it.each(['a {.b} c', '`a`{b}', 'a {{ b }}', '$\\frac{.5}{2}$', '`[a](b){ .c }`', 'at 10:material:'])(
    'are not seen in %j',
    (text) => {
      expect(readable(text)).toBe(text);
    },
  );
});
