import { expect, it } from 'vitest';
import { added } from './additions.ts';

const parts = (...texts: string[]) => texts.map((identity) => ({ identity, characters: identity.length }));

it.each([
  ['nothing changed', ['a', 'bb'], ['a', 'bb'], { count: 0, characters: 0 }],
  ['one changed', ['a', 'bb'], ['a', 'bbb'], { count: 1, characters: 3 }],
  ['one is gone', ['a', 'bb'], ['a'], { count: 0, characters: 0 }],
  ['one is there once more', ['a'], ['a', 'a'], { count: 1, characters: 1 }],
  ['all moved', ['a', 'bb'], ['bb', 'a'], { count: 0, characters: 0 }],
  ['the first commit', [], ['a', 'bb'], { count: 2, characters: 3 }],
])('counts additions: %s', (_, before, after, expected) => {
  expect(added(parts(...before), parts(...after))).toEqual(expected);
});
