import { describe, expect, it } from 'vitest';
import { readable } from '../page/markdown-page.fixture.ts';

describe('MDX expressions', () => {
  it.each([
    ['become their text if they are a string', '{\'Become a sponsor\'} of{" "}it', 'Become a sponsor of it'],
    ['are removed if they are alone on a line', 'a\n\n{metadata.title}\n\nb', 'a\n\nb'],
    ['are removed if they are a condition', "a\n\n{process.env.A !== 'b' && <Old />}\n\nc", 'a\n\nc'],
    ['lose the language that they add to inline code', 'Set `a: true{:js}`.', 'Set `a: true`.'],
    ['stay unchanged within a line', 'The {count} items', 'The {count} items'],
    ['stay unchanged in code', '```js\n{a}\n```', '```js\n{a}\n```'],
  ])('MDX expressions %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it('leaves MDX expressions unchanged in Markdown', () => {
    expect(readable('{a}')).toBe('{a}');
  });
});
