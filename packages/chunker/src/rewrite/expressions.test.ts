import { describe, expect, it } from 'vitest';
import { readable } from '../page/page.fixture.ts';

describe('expressions of MDX', () => {
  it.each([
    ['with a text become the text', '{\'Become a sponsor\'} of{" "}it', 'Become a sponsor of it'],
    ['alone on a line are removed', 'a\n\n{metadata.title}\n\nb', 'a\n\nb'],
    ['with a condition are removed', "a\n\n{process.env.A !== 'b' && <Old />}\n\nc", 'a\n\nc'],
    ['that name the language of code are removed', 'Set `a: true{:js}`.', 'Set `a: true`.'],
    ['within a line stay', 'The {count} items', 'The {count} items'],
    ['in code stay', '```js\n{a}\n```', '```js\n{a}\n```'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it('stay in Markdown', () => {
    expect(readable('{a}')).toBe('{a}');
  });
});
