import { expect, it } from 'vitest';
import { countAdditions } from './count-additions.ts';

const parts = (...texts: string[]) => texts.map((identity) => ({ identity, characters: identity.length }));

it.each([
  ['nothing changed', ['a', 'bb'], ['a', 'bb'], { count: 0, characters: 0 }],
  ['one item changed', ['a', 'bb'], ['a', 'bbb'], { count: 1, characters: 3 }],
  ['one item was removed', ['a', 'bb'], ['a'], { count: 0, characters: 0 }],
  ['one item was duplicated', ['a'], ['a', 'a'], { count: 1, characters: 1 }],
  ['all items moved', ['a', 'bb'], ['bb', 'a'], { count: 0, characters: 0 }],
  ['the first commit', [], ['a', 'bb'], { count: 2, characters: 3 }],
])('added() counts the added items and their characters: %s', (_, before, after, expected) => {
  expect(countAdditions(parts(...before), parts(...after))).toEqual(expected);
});
