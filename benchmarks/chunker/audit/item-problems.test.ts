import { expect, it } from 'vitest';
import { findItemProblems } from './item-problems.ts';

const noProblems = { openFence: false, endsOnHeading: false, endsOnLeadIn: false, loneSurrogate: false };

it.each([
  ['ordinary text', '# A\n\ntext\n', {}],
  ['a heading', 'text\n\n## B\n\n', { endsOnHeading: true }],
  ['a heading marker without text', 'text\n\n##', { endsOnHeading: true }],
  ['a comment at the end of a code block', '```sh\n# not one\n```', {}],
  ['a sentence that ends with a colon', 'It takes these options:\n', { endsOnLeadIn: true }],
  ['a colon at the end of a code block', '```yaml\non:\n```', {}],
  ['the end of a directive', '::: tip\ntext\n:::', {}],
  ['an unclosed code block', 'text\n```js\nx:', { openFence: true }],
  ['half of a surrogate pair', 'a\ud83d', { loneSurrogate: true }],
  ['a complete surrogate pair', 'a😀', {}],
])('itemProblems classifies the end of an item: %s', (_, text, expected) => {
  expect(findItemProblems(text)).toEqual({ ...noProblems, ...expected });
});
