import { describe, expect, it } from 'vitest';
import { readable } from '../page/markdown-page.fixture.ts';

describe('attribute lists', () => {
  it.each([
    ['after a link', '[a](https://b.c){ .md-button target="_blank" } d', '[a](https://b.c) d'],
    ['after an image', '![a](https://b.c){ width="300" }', '![a](https://b.c)'],
    ['after emphasis', '*a*{: .b } c', '*a* c'],
    ['on a line of their own', 'a\n{.display-6}', 'a'],
    ['in quotes', '> a\n> {: .x }\n\n> {: .y }\n> b', '> a\n>\n\n>\n> b'],
    ['after an icon, together with the icon', ':material-plus:{ .lg } a', 'a'],
  ])('removes attribute lists %s', (_name, text, expected) => {
    expect(readable(text).trim()).toBe(expected);
  });

  it.each([
    ['above a paragraph', '{: .warning }\na', '**Warning**\na'],
    ['above a quote', '> {: .note }\n> > a\n> >\n> > b', '> **Note**\n> > a\n> >\n> > b'],
    ['below a paragraph', 'a\n{: .warning }\n\nb', 'a\n\nb'],
  ])('turns the class of a callout %s into its label', (_name, text, expected) => {
    expect(readable(text).replaceAll(/[ \t]+$/gm, '')).toBe(expected);
  });

  it.each(['a {.b} c', '`a`{b}', 'a {{ b }}', '$\\frac{.5}{2}$', '`[a](b){ .c }`', 'at 10:material:'])(
    'does not recognize an attribute list in %j',
    (text) => {
      expect(readable(text)).toBe(text);
    },
  );
});
