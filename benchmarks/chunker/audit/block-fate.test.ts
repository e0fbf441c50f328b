import { expect, it } from 'vitest';
import { splitWords } from '../text/words.ts';
import { findBlockFate, prepareItemWords } from './block-fate.ts';

const block = splitWords('The quick brown fox jumps over the lazy dog and then it sleeps in the sun all day long');
const items = (...texts: string[]) => texts.map((text) => prepareItemWords(splitWords(text)));

it.each([
  ['that one item contains completely', ['other', `before ${block.join(' ')} after`], 'whole'],
  [
    'that one item contains with the URL of a link inserted',
    [block.join(' ').replace('fox', 'fox (guide/fox.md)')],
    'whole',
  ],
  ['that is divided between two items', [block.slice(0, 9).join(' '), block.slice(9).join(' ')], 'split'],
  ['that no item contains', ['something else', 'and more of that'], 'lost'],
  [
    'that an item contains with one word replaced',
    [block.join(' ').replace('quick', 'swift'), 'something else'],
    'changed',
  ],
])('findBlockFate reports whether a block is whole, split, lost or changed: a block %s', (_, texts, expected) => {
  expect(findBlockFate(block, items(...texts))).toBe(expected);
});

it('findBlockFate finds the words of HTML between its tags', () => {
  const html = '<p class="one two three four five six">Author</p>\n'.repeat(8);
  const said = splitWords('Author '.repeat(8));
  expect(findBlockFate(said, items(html), html.length)).toBe('whole');
  expect(findBlockFate(said, items('<p>Nothing</p>'), html.length)).toBe('lost');
});

it('findBlockFate does not match a block whose words are far apart in the item', () => {
  const filler = Array.from({ length: 200 }, (_, index) => `w${index}`).join(' ');
  expect(findBlockFate(['see', 'below'], items(`see ${filler} below`))).not.toBe('whole');
});
