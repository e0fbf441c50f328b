import { expect, it } from 'vitest';
import { itemProblems } from './item-problems.ts';

const none = { openFence: false, endsOnHeading: false, endsOnLeadIn: false, loneSurrogate: false };

it.each([
  ['nothing wrong', '# A\n\ntext\n', {}],
  ['a heading at the end', 'text\n\n## B\n\n', { endsOnHeading: true }],
  ['marks of a heading without text', 'text\n\n##', { endsOnHeading: true }],
  ['a comment at the end of a fence', '```sh\n# not one\n```', {}],
  ['a lead-in', 'It takes these options:\n', { endsOnLeadIn: true }],
  ['a colon in code', '```yaml\non:\n```', {}],
  ['the end of a directive', '::: tip\ntext\n:::', {}],
  ['an open fence', 'text\n```js\nx:', { openFence: true }],
  ['half of a surrogate pair', 'a\ud83d', { loneSurrogate: true }],
  ['a whole one', 'a😀', {}],
])('checks the end of an item: %s', (_, text, expected) => {
  expect(itemProblems(text)).toEqual({ ...none, ...expected });
});
